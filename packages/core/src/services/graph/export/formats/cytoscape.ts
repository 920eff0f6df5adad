/** Cytoscape's JSON (`.cyjs`), which Cytoscape.js takes as it is. */
import { cytoscapeStyle } from './cytoscape-style.ts';
import type { GraphFacts, GraphFormat } from './graph-format.ts';
import { entityFacts, relationFacts } from './graph-format.ts';
import { jsonItems } from './json-items.ts';

export function cytoscapeFormat(facts: GraphFacts): GraphFormat {
  const depth = facts.pretty ? 6 : 0;
  const types = new Set<string>();
  return {
    begin: () => (facts.pretty ? prettyHead(facts) : head(facts)),
    entities: (some, first) => {
      for (const { type } of some) types.add(type);
      return jsonItems(
        some.map((entity) => ({ data: { id: entity.id, ...entityFacts(entity, facts) } })),
        first,
        depth,
      );
    },
    between: () => (facts.pretty ? '\n    ],\n    "edges": [' : '\n],"edges":['),
    relations: (some, first) =>
      jsonItems(
        some.map(({ id, source, target, ...relation }) => ({
          data: { id, source, target, ...relationFacts({ id, source, target, ...relation }, facts) },
        })),
        first,
        depth,
      ),
    // The types are known only now.
    end: () => (facts.pretty ? `\n    ]\n  }${style(facts, types)}\n}\n` : `\n]}${style(facts, types)}}\n`),
  };
}

const META = { format_version: '1.0', generated_by: 'zapomni', target_cytoscapejs_version: '~3' };

function head({ workspace }: GraphFacts): string {
  const meta = JSON.stringify({ ...META, data: { name: workspace, shared_name: workspace } });
  return `${meta.slice(0, -1)},"elements":{"nodes":[`;
}

function prettyHead({ workspace }: GraphFacts): string {
  const meta = JSON.stringify({ ...META, data: { name: workspace, shared_name: workspace } }, null, 2);
  return `${meta.slice(0, -2)},\n  "elements": {\n    "nodes": [`;
}

function style(facts: GraphFacts, types: ReadonlySet<string>): string {
  if (!facts.style) return '';
  const items = jsonItems(cytoscapeStyle(types), true, facts.pretty ? 4 : 0);
  return facts.pretty ? `,\n  "style": [${items}\n  ]` : `,"style":[${items}\n]`;
}
