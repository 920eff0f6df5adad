/** Cytoscape's JSON (`.cyjs`), which Cytoscape.js takes as it is. */
import type { GraphFacts, GraphFormat } from './graph-format.ts';
import { entityFacts, relationFacts } from './graph-format.ts';
import { jsonItems } from './json-items.ts';

export function cytoscapeFormat(facts: GraphFacts): GraphFormat {
  const data = JSON.stringify({ name: facts.workspace, shared_name: facts.workspace });
  return {
    begin: () =>
      `{"format_version":"1.0","generated_by":"zapomni","target_cytoscapejs_version":"~3","data":${data},"elements":{"nodes":[`,
    entities: (some, first) =>
      jsonItems(
        some.map((entity) => ({ data: { id: entity.id, ...entityFacts(entity, facts) } })),
        first,
      ),
    between: () => '\n],"edges":[',
    relations: (some, first) =>
      jsonItems(
        some.map(({ id, source, target, ...relation }) => ({
          data: { id, source, target, ...relationFacts({ id, source, target, ...relation }, facts) },
        })),
        first,
      ),
    end: () => '\n]}}\n',
  };
}
