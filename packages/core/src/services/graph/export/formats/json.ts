/** The plain truth: entities and relations, as arrays of objects. */
import type { GraphFacts, GraphFormat } from './graph-format.ts';
import { entityFacts, relationFacts } from './graph-format.ts';
import { jsonItems } from './json-items.ts';

export function jsonFormat(facts: GraphFacts): GraphFormat {
  return {
    begin: () => `{"workspace":${JSON.stringify(facts.workspace)},"entities":[`,
    entities: (some, first) =>
      jsonItems(
        some.map((entity) => ({ id: entity.id, ...entityFacts(entity, facts) })),
        first,
      ),
    between: () => '\n],"relations":[',
    relations: (some, first) =>
      jsonItems(
        some.map((relation) => ({
          source: relation.source,
          target: relation.target,
          ...relationFacts(relation, facts),
        })),
        first,
      ),
    end: () => '\n]}\n',
  };
}
