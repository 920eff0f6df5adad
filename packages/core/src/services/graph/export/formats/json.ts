/** The plain truth: entities and relations, as arrays of objects. */
import type { GraphFacts, GraphFormat } from './graph-format.ts';
import { entityFacts, relationFacts } from './graph-format.ts';
import { jsonItems } from './json-items.ts';

export function jsonFormat(facts: GraphFacts): GraphFormat {
  const depth = facts.pretty ? 4 : 0;
  const workspace = JSON.stringify(facts.workspace);
  return {
    begin: () =>
      facts.pretty ? `{\n  "workspace": ${workspace},\n  "entities": [` : `{"workspace":${workspace},"entities":[`,
    entities: (some, first) =>
      jsonItems(
        some.map((entity) => ({ id: entity.id, ...entityFacts(entity, facts) })),
        first,
        depth,
      ),
    between: () => (facts.pretty ? '\n  ],\n  "relations": [' : '\n],"relations":['),
    relations: (some, first) =>
      jsonItems(
        some.map((relation) => ({
          source: relation.source,
          target: relation.target,
          ...relationFacts(relation, facts),
        })),
        first,
        depth,
      ),
    end: () => (facts.pretty ? '\n  ]\n}\n' : '\n]}\n'),
  };
}
