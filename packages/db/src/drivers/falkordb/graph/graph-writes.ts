/** What changes a workspace's graph, and makes the change known. */
import { changesOfMerge, changesOfRelation, changesOfRelations, changeTo, type StoreChange } from '@zapomni/core/model';
import type { GraphStore } from '@zapomni/core/ports';
import { announce } from '../change-log.ts';
import type { Context } from '../context.ts';
import { putReading } from '../extraction/put-extraction.ts';
import { ensureWorkspace } from '../workspaces/ensure-workspace.ts';
import { inWorkspace } from '../workspaces/in-workspace.ts';
import {
  assertEntities,
  assertRelations,
  checkEntities,
  checkRelations,
  noEntity,
  retractRelation,
} from './assertions.ts';
import { changeGraph, type GraphEdit } from './edit.ts';
import { removeEntities } from './graph-removal.ts';
import { checkMerge, mergeEntities, noMerge, notBoth, splitMerge } from './merges.ts';

type Assertions = Pick<GraphStore, 'put' | 'assertEntities' | 'assertRelations' | 'retractRelation' | 'removeEntities'>;
type Merging = Pick<GraphStore, 'merge' | 'split'>;
export type GraphWrites = Assertions & Merging;

export function createGraphWrites(context: Context): GraphWrites {
  const change: Change = (workspace, work, changes) => changeIn(context, { workspace, work, changes });
  return { ...createAssertions(context, change), ...createMerging(change) };
}

type Change = <Result>(
  workspace: string,
  work: (edit: GraphEdit) => Promise<Result>,
  changes: (result: Result) => readonly StoreChange[],
) => Promise<Result | undefined>;

function createAssertions(context: Context, change: Change): Assertions {
  return {
    put: async (reading, at) => {
      const { workspace, memoryId } = reading;
      const told = (isTaken: boolean) => changeTo('memory.extracted', workspace, isTaken ? [memoryId] : []);
      return (await change(workspace, (edit) => putReading(edit, reading, at), told)) ?? false;
    },
    assertEntities: async (workspace, entities, at) => {
      checkEntities(entities);
      if (entities.length === 0) return [];
      for (;;) {
        await ensureWorkspace(context, workspace, at);
        const ids = await change(
          workspace,
          (edit) => assertEntities(edit, entities, at),
          (asserted) => changeTo('graph.changed', workspace, asserted),
        );
        if (ids) return ids;
      }
    },
    assertRelations: async (workspace, relations, at) => {
      checkRelations(relations);
      if (relations.length === 0) return [];
      const ids = await change(
        workspace,
        (edit) => assertRelations(edit, relations, at),
        () => changesOfRelations(workspace, relations),
      );
      if (!ids) throw noEntity();
      return ids;
    },
    retractRelation: async (workspace, id, validTo, at) =>
      (await change(
        workspace,
        (edit) => retractRelation(edit, { id, validTo }, at),
        (isRetracted) => (isRetracted ? changesOfRelation(workspace, id) : []),
      )) ?? false,
    removeEntities: async (workspace, ids, at) =>
      (await change(
        workspace,
        (edit) => removeEntities(edit, ids, at),
        ({ entities }) => changeTo('graph.changed', workspace, entities > 0 ? ids : []),
      )) ?? { entities: 0, relations: 0 },
  };
}

function createMerging(change: Change): Merging {
  return {
    merge: async (workspace, into, from, at) => {
      checkMerge(into, from);
      const merge = await change(
        workspace,
        (edit) => mergeEntities(edit, { into, from }, at),
        (made) => changesOfMerge(workspace, made),
      );
      if (!merge) throw notBoth();
      return merge;
    },
    split: async (workspace, mergeId) => {
      const merge = await change(
        workspace,
        (edit) => Promise.resolve(splitMerge(edit, mergeId)),
        (undone) => changesOfMerge(workspace, undone),
      );
      if (!merge) throw noMerge();
      return merge;
    },
  };
}

interface GraphChange<Result> {
  readonly workspace: string;
  readonly work: (edit: GraphEdit) => Promise<Result>;
  readonly changes: (result: Result) => readonly StoreChange[];
}

/** Undefined when there is no such workspace. */
function changeIn<Result>(
  context: Context,
  { workspace, work, changes }: GraphChange<Result>,
): Promise<Result | undefined> {
  return inWorkspace(context, workspace, async (graph) => {
    const result = await changeGraph(context.store, graph, work);
    if (result === 'gone') return undefined;
    await announce(context.store, changes(result));
    return result;
  });
}
