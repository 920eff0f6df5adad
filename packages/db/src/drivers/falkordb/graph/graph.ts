/** The port of the graph. */
import type { GraphStore } from '@zapomni/core/ports';
import type { Context } from '../context.ts';
import { countGraph, NO_COUNTS } from './counts.ts';
import { readEvidence } from './evidence.ts';
import {
  entitiesById,
  entitiesNamed,
  findEntities,
  listEntities,
  listOrphans,
  mostConnected,
} from './find-entities.ts';
import { listRelations } from './list-relations.ts';
import { linkedPassages, mentionsIn, mentionsOf, passagesAbout } from './mentions.ts';
import { createGraphWrites, type GraphWrites } from './graph-writes.ts';
import { toMerge } from './merges.ts';
import { neighbours, reach } from './walk/reach.ts';
import { GraphView } from './view.ts';

export function createGraph(context: Context): GraphStore {
  return { ...createGraphWrites(context), ...createReads(context) };
}

function createReads(context: Context): Omit<GraphStore, keyof GraphWrites> {
  /** What is asked of a workspace that does not exist is answered with `nothing`. */
  const look = async <Result>(
    workspace: string,
    nothing: Result,
    ask: (view: GraphView) => Promise<Result>,
  ): Promise<Result> => {
    const view = await GraphView.of(context, workspace);
    return view ? ask(view) : nothing;
  };
  return {
    orphans: (workspace, limit) => look(workspace, { ids: [], total: 0 }, (view) => listOrphans(view, limit)),
    entities: (workspace, ids) => look(workspace, [], (view) => entitiesById(view, ids)),
    named: (workspace, keys) => look(workspace, [], (view) => entitiesNamed(view, keys)),
    findEntities: (workspace, query) => look(workspace, [], (view) => findEntities(view, query)),
    listEntities: async (workspace, page) => listEntities(await GraphView.of(context, workspace), page),
    listRelations: (workspace, page) => listRelations(context, workspace, page),
    neighbours: (workspace, ids, query) => neighbours(context, workspace, ids, query),
    reach: (workspace, start, query) => reach(context, workspace, start, query),
    evidence: (workspace, relationId, limit, moment) => readEvidence(context, workspace, relationId, { limit, moment }),
    mentionsOf: async (workspace, entityId, page) => mentionsOf(await GraphView.of(context, workspace), entityId, page),
    mentionsIn: (workspace, passageIds) => look(workspace, [], (view) => mentionsIn(view, passageIds)),
    linked: (workspace, seeds, passages, most) =>
      look(workspace, [], (view) => linkedPassages(view, { seeds, passages, most })),
    passagesAbout: (scope, weights, k) => look(scope.workspace, [], (view) => passagesAbout(view, scope, weights, k)),
    merges: (workspace, limit) =>
      look(workspace, [], (view) => Promise.resolve(view.merges.rows.slice(0, limit).map(toMerge))),
    counts: (workspace) => look(workspace, NO_COUNTS, countGraph),
    mostConnected: (workspace, limit) => look(workspace, [], (view) => mostConnected(view, limit)),
  };
}
