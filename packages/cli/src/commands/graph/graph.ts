/** `zapomni graph status|search|related|entity|build|merge|export`. */
import { MOMENT } from '../../arguments/shared-options.ts';
import { withActions } from '../actions.ts';
import type { Command, CommandSpec } from '../command.ts';
import { buildGraph } from './actions/build.ts';
import { showEntity } from './actions/entity.ts';
import { exportGraph } from './actions/export.ts';
import { mergeEntities } from './actions/merge.ts';
import { showRelated } from './actions/related.ts';
import { searchEntities } from './actions/search.ts';
import { showStatus } from './actions/status.ts';

export const spec: CommandSpec = {
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
    ...MOMENT,
    all: { type: 'boolean', about: 'Build: read every memory again, not only what waits.' },
    undo: { type: 'string', value: 'ID', about: 'Merge: undo the merge of this id.' },
    format: {
      type: 'string',
      value: 'FORMAT',
      about: 'Export: graphml, cytoscape, neo4j, jsonld, json or mermaid; else by the ending of FILE.',
    },
    overwrite: { type: 'boolean', about: 'Replace a file that exists.' },
  },
  examples: ['zapomni graph related Ada --depth 3', 'zapomni graph export team.graphml'],
};

export const run: Command = withActions('graph', {
  status: showStatus,
  search: searchEntities,
  related: showRelated,
  entity: showEntity,
  build: buildGraph,
  merge: mergeEntities,
  export: exportGraph,
});
