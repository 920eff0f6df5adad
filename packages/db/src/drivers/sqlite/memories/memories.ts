/** The memory store's port, as a table of what each method does in its transaction. */
import { statSync } from 'node:fs';
import type {
  EmbeddingClaim,
  MemoryPatch,
  MemoryStore,
  NewMemory,
  RecordWrite,
  Stored,
  StoreStats,
} from '@zapomni/core/ports';
import {
  changesOfAddition,
  changesOfErasure,
  changesOfRemovedMemories,
  changesOfUpdate,
  type Memory,
  type MemorySummary,
} from '@zapomni/core/model';
import { ZapomniError } from '@zapomni/core/errors';
import { logged, writeLogged } from '../change-log.ts';
import type { Database } from '../connection/database.ts';
import { countTagged } from './count-tagged.ts';
import { listMemories, listOpenings } from './memory-list.ts';
import { findRow, readHistory, toMemory, toSummary, type MemoryRow } from './memory-rows.ts';
import { addMemory, updateMemory } from './memory-writes.ts';
import { passageIdsOf } from './passages.ts';
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
    ...createWrites(store, words),
    get: (workspace, ids) =>
      store.read(() => findAll(store, workspace, ids).map((row) => toMemory(db, row, workspace))),
    summaries: (workspace, ids) => store.read(() => summarise(store, workspace, ids)),
    list: (query) => store.read(() => listMemories(db, query)),
    countTagged: (workspace, tags, most) => store.read(() => countTagged(db, workspace, tags, most)),
    openings: (scope, limit) => store.read(() => listOpenings(db, scope, limit)),
    history: (workspace, id) =>
      store.read(() => {
        const row = findRow(db, workspace, id);
        return row ? readHistory(db, row, workspace) : [];
      }),
    passages: (ids) => store.read(() => readPassages(db, ids)),
    passagesOf: (workspace, id) =>
      store.read(() => {
        const row = findRow(db, workspace, id);
        return row ? readPassages(db, passageIdsOf(db, row.id)) : [];
      }),
    stats: (workspace, model) => store.read(() => readStats(store, workspace, model)),
  };
}

type Writes = Pick<Served<MemoryStore>, 'add' | 'update' | 'remove' | 'clear'>;

function createWrites(store: Store, words: FullTextUpkeep): Writes {
  const { db } = store;
  return {
    add: (memories, at, claim, records = []) => {
      checkWrites(records);
      const stored = writeLogged(
        store,
        () => addAll(db, { memories, records, claim }, at),
        (all) => changesOfAddition(memories, all, records),
      );
      words.tend();
      return stored;
    },
    update: (workspace, id, patch, ...[at, records = []]) => {
      checkWrites(records);
      return writeLogged(
        store,
        () => {
          const updated = update(store, { workspace, id }, patch, at);
          writeRecords(db, workspace, records, at);
          return updated;
        },
        () => changesOfUpdate(workspace, id, records),
      );
    },
    remove: (workspace, ids, at, records = []) => {
      checkWrites(records);
      return erase(store, () =>
        logged(
          store,
          () => {
            const receipt = removeMemories(db, workspace, ids, at);
            const { removed } = writeRecords(db, workspace, records, at);
            return { ...receipt, records: receipt.records + removed };
          },
          (receipt) => changesOfRemovedMemories(workspace, ids, receipt, records),
        ),
      );
    },
    clear: (workspace, at) =>
      erase(store, () =>
        logged(
          store,
          () => clearWorkspace(db, workspace, at),
          (receipt) => changesOfErasure(workspace, receipt),
        ),
      ),
  };
}

interface Addition {
  readonly memories: readonly NewMemory[];
  readonly records: readonly RecordWrite[];
  readonly claim: EmbeddingClaim | undefined;
}

function addAll(db: Database, { memories, records, claim }: Addition, at: number): Stored[] {
  const stored = memories.map((memory) => addMemory(db, memory, at, claim));
  if (records.length > 0) writeRecords(db, workspaceOf(memories), withKnownParents(records, memories, stored), at);
  return stored;
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
