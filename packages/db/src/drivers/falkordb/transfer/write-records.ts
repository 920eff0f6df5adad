/** Records in the place of those with their names, kind by kind. */
import {
  changesOfRecords,
  type AssertionRecord,
  type EntityRecord,
  type MemoryRecord,
  type MergeRecord,
  type RecordKind,
  type TransferRecord,
  type WorkspaceRecord,
} from '@zapomni/core/model';
import { announce } from '../change-log.ts';
import type { Context } from '../context.ts';
import { changeGraph, type GraphEdit } from '../graph/edit.ts';
import { checkCollectionRecords, writeCollectionRecords } from './collection-records.ts';
import { ensureGraph } from './ensure-graph.ts';
import { writeTombstones } from './tombstones.ts';
import { putAssertions, putEntities, putMerges } from './write-graph.ts';
import { checkMemories, writeMemories } from './write-memories.ts';

type OfKind<Kind extends RecordKind> = Extract<TransferRecord, { kind: Kind }>;

export async function writeRecords(context: Context, records: readonly TransferRecord[]): Promise<void> {
  const { store } = context;
  const of = <Kind extends RecordKind>(kind: Kind): OfKind<Kind>[] =>
    records.filter((record): record is OfKind<Kind> => record.kind === kind);
  checkMemories(of('memory'));
  checkCollectionRecords(of('record'));
  for (const { name, value } of of('setting')) {
    await store.command('repeatable', ['HSET', store.names.settings, name, value]);
  }
  for (const record of of('workspace')) await writeWorkspace(context, record);
  await writeTombstones(context, of('tombstone'));
  await writeGraph(context, of('entity'), putEntities);
  await writeGraph(context, of('merge'), putMerges);
  for (const [workspace, some] of Map.groupBy<string, MemoryRecord>(of('memory'), (record) => record.workspace)) {
    await writeMemories(context, workspace, some);
  }
  await writeGraph(context, of('assertion'), putAssertions);
  await writeCollectionRecords(context, of('record'));
  await announce(store, changesOfRecords(records));
}

async function writeGraph<Kind extends EntityRecord | MergeRecord | AssertionRecord>(
  context: Context,
  records: readonly Kind[],
  put: (edit: GraphEdit, some: readonly Kind[]) => Promise<void>,
): Promise<void> {
  for (const [workspace, some] of Map.groupBy(records, (record) => record.workspace)) {
    const graph = await ensureGraph(context, workspace, 0);
    await changeGraph(context.store, graph, (edit) => put(edit, some));
  }
}

async function writeWorkspace(context: Context, record: WorkspaceRecord): Promise<void> {
  const { workspace, name, description, createdAt } = record;
  await ensureGraph(context, workspace, createdAt);
  await context.registry.describe({ id: workspace, name, description, createdAt });
}
