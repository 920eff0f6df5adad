/** JSON-LD 1.1: entities in the words of schema.org, each relation as a node of its own, which can carry its times. */
import type { GraphFacts, GraphFormat } from './graph-format.ts';
import { entityFacts, relationFacts } from './graph-format.ts';
import { jsonAt, jsonItems } from './json-items.ts';

const CONTEXT = {
  '@vocab': 'urn:zapomni:vocabulary:',
  name: 'http://schema.org/name',
  aliases: { '@id': 'http://schema.org/alternateName', '@container': '@set' },
  created_at: { '@id': 'http://schema.org/dateCreated', '@type': 'http://www.w3.org/2001/XMLSchema#dateTime' },
  valid_from: { '@id': 'http://schema.org/validFrom', '@type': 'http://www.w3.org/2001/XMLSchema#dateTime' },
  valid_to: { '@id': 'http://schema.org/validThrough', '@type': 'http://www.w3.org/2001/XMLSchema#dateTime' },
  source: { '@type': '@id' },
  target: { '@type': '@id' },
};

export function jsonLdFormat(facts: GraphFacts): GraphFormat {
  const graph = `urn:zapomni:workspace:${encodeURIComponent(facts.workspace)}`;
  const depth = facts.pretty ? 4 : 0;
  const id = JSON.stringify(graph);
  return {
    begin: () =>
      facts.pretty
        ? `{\n  "@context": ${jsonAt(CONTEXT, 2).trimStart()},\n  "@id": ${id},\n  "@graph": [`
        : `{"@context":${jsonAt(CONTEXT, 0)},"@id":${id},"@graph":[`,
    entities: (some, first) =>
      jsonItems(
        some.map((entity) => ({ '@id': urn('entity', entity.id), '@type': 'Entity', ...entityFacts(entity, facts) })),
        first,
        depth,
      ),
    between: () => '',
    // Relations without entities there are none, so that they never come first.
    relations: (some) =>
      jsonItems(
        some.map((relation) => ({
          '@id': urn('relation', relation.id),
          '@type': 'Relation',
          source: urn('entity', relation.source),
          target: urn('entity', relation.target),
          ...relationFacts(relation, facts),
        })),
        false,
        depth,
      ),
    end: () => (facts.pretty ? '\n  ]\n}\n' : '\n]}\n'),
  };
}

function urn(kind: 'entity' | 'relation', id: string): string {
  return `urn:zapomni:${kind}:${encodeURIComponent(id.toWellFormed())}`;
}
