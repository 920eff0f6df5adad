/** The port of the graph. */
import type { GraphStore } from '@zapomni/core/ports';
import { announce } from '../change-log.ts';
import type { Context } from '../context.ts';
import { inWorkspace } from '../workspaces/in-workspace.ts';
import { ensureWorkspace } from '../workspaces/ensure-workspace.ts';
import {
  assertEntities,
  assertRelations,
  checkEntities,
  checkRelations,
  noEntity,
  retractRelation,
} from './assertions.ts';
import { countGraph, NO_COUNTS } from './counts.ts';
import { changeGraph, type GraphEdit } from './edit.ts';
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
import { checkMerge, mergeEntities, noMerge, notBoth, splitMerge, toMerge } from './merges.ts';
import { putReading } from '../extraction/put-extraction.ts';
import { neighbours, reach } from './walk/reach.ts';
import { removeEntities } from './graph-removal.ts';
import { GraphView } from './view.ts';

export function createGraph(context: Context): GraphStore {
  return { ...writes(context), ...reads(context) };
}

type WriteName =
  | 'put'
  | 'assertEntities'
  | 'assertRelations'
  | 'retractRelation'
  | 'removeEntities'
  | 'merge'
  | 'split';

function writes(context: Context): Pick<GraphStore, WriteName> {
  const change = <Result>(workspace: string, work: (edit: GraphEdit) => Promise<Result>): Promise<Result | undefined> =>
    changeIn(context, workspace, work);
  return {
    put: async (reading, at) => (await change(reading.workspace, (edit) => putReading(edit, reading, at))) ?? false,
    assertEntities: async (workspace, entities, at) => {
      checkEntities(entities);
      if (entities.length === 0) return [];
      for (;;) {
        await ensureWorkspace(context, workspace, at);
        const ids = await change(workspace, (edit) => assertEntities(edit, entities, at));
        if (ids) return ids;
      }
    },
    assertRelations: async (workspace, relations, at) => {
      checkRelations(relations);
      if (relations.length === 0) return [];
      const ids = await change(workspace, (edit) => assertRelations(edit, relations, at));
      if (!ids) throw noEntity();
      return ids;
    },
    retractRelation: async (workspace, id, validTo, at) =>
      (await change(workspace, (edit) => retractRelation(edit, { id, validTo }, at))) ?? false,
    removeEntities: async (workspace, ids, at) =>
      (await change(workspace, (edit) => removeEntities(edit, ids, at))) ?? { entities: 0, relations: 0 },
    merge: async (workspace, into, from, at) => {
      checkMerge(into, from);
      const merge = await change(workspace, (edit) => mergeEntities(edit, { into, from }, at));
      if (!merge) throw notBoth();
      return merge;
    },
    split: async (workspace, mergeId) => {
      const merge = await change(workspace, (edit) => Promise.resolve(splitMerge(edit, mergeId)));
      if (!merge) throw noMerge();
      return merge;
    },
  };
}

/** Undefined when there is no such workspace. */
function changeIn<Result>(
  context: Context,
  workspace: string,
  work: (edit: GraphEdit) => Promise<Result>,
): Promise<Result | undefined> {
  return inWorkspace(context, workspace, async (graph) => {
    const result = await changeGraph(context.store, graph, work);
    if (result === 'gone') return undefined;
    await announce(context.store, []);
    return result;
  });
}

function reads(context: Context): Omit<GraphStore, WriteName> {
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
