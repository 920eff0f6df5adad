/** `zapomni graph status|search|related|entity|build|merge|export`. */
import { Arguments, usageError } from '../arguments.ts';
import type { Command } from '../command.ts';
import { buildGraph } from '../graph/build.ts';
import { showEntity } from '../graph/entity.ts';
import { exportGraph } from '../graph/export.ts';
import { mergeEntities } from '../graph/merge.ts';
import { showRelated } from '../graph/related.ts';
import { searchEntities } from '../graph/search.ts';
import { showStatus } from '../graph/status.ts';

const ACTIONS: Readonly<Record<string, Command>> = {
  status: showStatus,
  search: searchEntities,
  related: showRelated,
  entity: showEntity,
  build: buildGraph,
  merge: mergeEntities,
  export: exportGraph,
};

export const run: Command = async (context) => {
  const [name = 'status', ...rest] = context.args.positionals;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action)
    throw usageError(`graph: there is no action '${name.slice(0, 40)}'.`, `Use ${Object.keys(ACTIONS).join(', ')}.`);
  return action({ ...context, args: new Arguments(rest, context.args.values) });
};
