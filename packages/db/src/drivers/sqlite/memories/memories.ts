/** The memory store's port, as a table of what each method does in its transaction. */
import { statSync } from 'node:fs';
import type { MemoryPatch, MemoryStore, NewMemory, RecordWrite, Stored, StoreStats } from '@zapomni/core/ports';
import type { Memory, MemorySummary } from '@zapomni/core/model';
import { ZapomniError } from '@zapomni/core/errors';
import { logMemoryChanges, logWorkspaceChange } from '../change-log.ts';
import type { Database } from '../connection/database.ts';
import { countTagged } from './count-tagged.ts';
import { listMemories, listOpenings } from './memory-list.ts';
import { findRow, readHistory, toMemory, toSummary, type MemoryRow } from './memory-rows.ts';
import { addMemory, updateMemory } from './memory-writes.ts';
import { readPassages } from './read-passages.ts';
import type { Served } from '../connection/protocol.ts';
import { countPending } from '../vectors/embedding-queue.ts';
import { checkWrites } from '../../../shared/records/check-records.ts';
import { withKnownParents, workspaceOf } from '../../../shared/records/with-memories.ts';
import { writeRecords } from '../records/write-records.ts';
import { clearWorkspace, erase, removeMemories } from './removal.ts';
import type { Store } from '../store.ts';
import type { FullTextUpkeep } from '../full-text/upkeep/upkeep.ts';

export function createMemories(store: Store, words: FullTextUpkeep): Served<MemoryStore> {
  const { db } = store;
  return {
    add: (memories, at, claim, records = []) => {
      checkWrites(records);
      const stored = store.write(() => {
        const all = memories.map((memory) => addMemory(db, memory, at, claim));
        logAdded(db, memories, all);
        addRecords(db, { memories, stored: all, records }, at);
        return all;
      });
      words.tend();
      return stored;
    },
    get: (workspace, ids) =>
      store.read(() => findAll(store, workspace, ids).map((row) => toMemory(db, row, workspace))),
    summaries: (workspace, ids) => store.read(() => summarise(store, workspace, ids)),
    list: (query) => store.read(() => listMemories(db, query)),
    countTagged: (workspace, tags, most) => store.read(() => countTagged(db, workspace, tags, most)),
    openings: (scope, limit) => store.read(() => listOpenings(db, scope, limit)),
    update: (workspace, id, patch, ...[at, records = []]) => {
      checkWrites(records);
      return store.write(() => {
        const updated = update(store, { workspace, id }, patch, at);
        writeRecords(db, workspace, records, at);
        return updated;
      });
    },
    history: (workspace, id) =>
      store.read(() => {
        const row = findRow(db, workspace, id);
        return row ? readHistory(db, row, workspace) : [];
      }),
    remove: (workspace, ids, at, records = []) => {
      checkWrites(records);
      return erase(store, () => {
        const receipt = removeMemories(db, workspace, ids, at);
        const { removed } = writeRecords(db, workspace, records, at);
        return { ...receipt, records: receipt.records + removed };
      });
    },
    clear: (workspace, at) => erase(store, () => clearWorkspace(db, workspace, at)),
    passages: (ids) => store.read(() => readPassages(db, ids)),
    stats: (workspace, model) => store.read(() => readStats(store, workspace, model)),
  };
}

function logAdded(db: Database, memories: readonly NewMemory[], stored: readonly Stored[]): void {
  const added = memories.filter((_, index) => stored[index]?.status === 'stored');
  for (const [workspace, some] of Map.groupBy(added, (memory) => memory.workspace)) {
    logWorkspaceChange(db, workspace);
    const superseded = some.flatMap(({ supersedes }) => supersedes ?? []);
    if (superseded.length > 0) logMemoryChanges(db, workspace, JSON.stringify(superseded));
  }
}

interface AddedTogether {
  readonly memories: readonly NewMemory[];
  readonly stored: readonly Stored[];
  readonly records: readonly RecordWrite[];
}

function addRecords(db: Database, { memories, stored, records }: AddedTogether, at: number): void {
  if (records.length > 0) writeRecords(db, workspaceOf(memories), withKnownParents(records, memories, stored), at);
}

function findAll(store: Store, workspace: string, ids: readonly string[]): MemoryRow[] {
  return ids.flatMap((id) => findRow(store.db, workspace, id) ?? []);
}

function summarise(store: Store, workspace: string, ids: readonly string[]): MemorySummary[] {
  return findAll(store, workspace, ids).map((row) => toSummary(row, workspace));
}

function update(
  store: Store,
  place: { readonly workspace: string; readonly id: string },
  patch: MemoryPatch,
  at: number,
): { memory: Memory; passageIds: number[] } {
  const passageIds = updateMemory(store.db, mustFind(store, place), patch, at);
  logMemoryChanges(store.db, place.workspace, JSON.stringify([place.id]));
  return { memory: toMemory(store.db, mustFind(store, place), place.workspace), passageIds };
}

function mustFind(store: Store, place: { readonly workspace: string; readonly id: string }): MemoryRow {
  const row = findRow(store.db, place.workspace, place.id);
  if (!row) throw new ZapomniError('NOT_FOUND', 'The memory does not exist in this workspace.');
  return row;
}

interface Counts {
  readonly memories: number;
  readonly passages: number;
  readonly workspaces: number;
}

function readStats(store: Store, workspace: string, model: string): StoreStats {
  const count =
    'SELECT count(*) AS workspaces, total(memories) AS memories, total(passages) AS passages FROM workspaces';
  const all = store.db.get<Counts>(count);
  const own = store.db.get<Counts>(`${count} WHERE name = ?`, workspace);
  return {
    memories: own?.memories ?? 0,
    passages: own?.passages ?? 0,
    pendingEmbeddings: countPending(store.db, model),
    bytes: bytesOnDisk(store.file),
    workspaces: all?.workspaces ?? 0,
    totalMemories: all?.memories ?? 0,
    totalPassages: all?.passages ?? 0,
  };
}

function bytesOnDisk(file: string): number {
  const sizes = ['', '-wal', '-shm'].map((suffix) => statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}
