/** The commands of the graph and of time, and those that bring graphs in and out. */
import type { Options } from './arguments.ts';
import type { CommandSpec } from './command.ts';

const moment: Options = {
  'as-of': { type: 'string', value: 'DATE', about: 'What held then: 2026-01-31, "last week", "March 2024".' },
  'known-at': { type: 'string', value: 'DATE', about: 'As the store believed then.' },
};
const overwrite: Options = { overwrite: { type: 'boolean', about: 'Replace a file that exists.' } };

export const GRAPH_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'graph',
    summary: 'What relates to what: look at the knowledge graph, build, mend and export it.',
    usage: [
      'zapomni graph status',
      'zapomni graph search [words…]',
      'zapomni graph related|entity <name…>',
      'zapomni graph build [id…]',
      'zapomni graph merge [<into> <from>]',
      'zapomni graph export [FILE]',
    ],
    options: {
      type: { type: 'string', multiple: true, value: 'TYPE', about: 'Only entities of this type; may be repeated.' },
      relation: {
        type: 'string',
        multiple: true,
        value: 'TYPE',
        about: 'Related: follow only relations of this type; may be repeated.',
      },
      depth: { type: 'string', value: 'N', about: 'Related: steps to follow, 1–5; 2 if not said.' },
      limit: { type: 'string', short: 'n', value: 'N', about: 'How many to show.' },
      ...moment,
      all: { type: 'boolean', about: 'Build: read every memory again, not only what waits.' },
      undo: { type: 'string', value: 'ID', about: 'Merge: undo the merge of this id.' },
      format: {
        type: 'string',
        value: 'FORMAT',
        about: 'Export: graphml, cytoscape, neo4j, jsonld, json or mermaid; else by the ending of FILE.',
      },
      ...overwrite,
    },
    examples: ['zapomni graph related Ada --depth 3', 'zapomni graph export team.graphml'],
    load: () => import('./commands/graph.ts'),
  },
  {
    name: 'timeline',
    summary: 'What was so from when to when: of an entity, a memory or the whole workspace.',
    usage: ['zapomni timeline [entity…]', 'zapomni timeline --memory ID'],
    options: {
      memory: { type: 'string', value: 'ID', about: 'The versions of this memory.' },
      from: { type: 'string', value: 'DATE', about: 'Not before: 2026-01-31, "last week", "March 2024".' },
      to: { type: 'string', value: 'DATE', about: 'Not after; a day or a month counts whole.' },
      'known-at': moment['known-at'] as Options[string],
      limit: { type: 'string', short: 'n', value: 'N', about: 'How many, 1–200; 50 if not said.' },
      cursor: { type: 'string', value: 'CURSOR', about: 'Go on where the page before ended.' },
    },
    examples: ['zapomni timeline Ada --from 2025', 'zapomni timeline --memory 0199f1c2-7a3e-7c41-9d7e-3f2a1b0c9d8e'],
    load: () => import('./commands/timeline.ts'),
  },
];
