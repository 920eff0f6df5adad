/**
 * Forgetting for good: text, history, passages, words and vectors go; a tombstone without contents stays. Freed pages are
 * overwritten (`secure_delete`), and the write-ahead log, which still holds the old pages, is emptied as soon as no other
 * process reads from it.
 */
import type { DeletionReceipt } from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';
import type { Database } from '../connection/database.ts';
import { isBusy } from '../errors.ts';
import { clearGraph, eraseFromGraph } from '../graph/graph-removal.ts';
import { NOTHING_REMOVED } from '../../../shared/nothing-removed.ts';
import { findRow } from './memory-rows.ts';
import { dropPassages } from './passages.ts';
import { clearRecords, removeRecordsOf } from '../records/write-records.ts';
import type { Store } from '../store.ts';
import { workspaceId } from '../workspaces/workspace-rows.ts';

/** Runs a removal in one transaction, then empties the log. */
export function erase(store: Store, removal: () => DeletionReceipt): DeletionReceipt {
  return eraseWithLog(store, removal, ({ memories, entities, records }) => memories + entities + records > 0);
}

export function eraseWithLog<Receipt>(
  store: Store,
  removal: () => Receipt,
  isAnything: (receipt: Receipt) => boolean,
): Receipt {
  const receipt = store.write(removal);
  if (isAnything(receipt)) emptyLog(store);
  return receipt;
}

/** NOT_FOUND unless all exist in the workspace. */
export function removeMemories(db: Database, workspace: string, uuids: readonly string[], at: number): DeletionReceipt {
  const wanted = new Set(uuids);
  const rows = [...wanted].flatMap((uuid) => findRow(db, workspace, uuid) ?? []);
  if (rows.length !== wanted.size) {
    throw new ZapomniError('NOT_FOUND', 'Not all of the memories exist in this workspace; nothing was removed.');
  }
  const records = removeRecordsOf(db, workspace, [...wanted]);
  return { ...removeRows(db, rows, at), records };
}

export function clearWorkspace(db: Database, workspace: string, at: number): DeletionReceipt {
  const rows = db.all<{ id: number }>(
    'SELECT m.id FROM memories m JOIN workspaces w ON w.id = m.workspace WHERE w.name = ?',
    workspace,
  );
  const place = workspaceId(db, workspace) ?? 0;
  const [graph, records] = [clearGraph(db, place), clearRecords(db, place)];
  return { ...removeRows(db, rows, at), ...graph, records };
}

function removeRows(db: Database, rows: readonly { readonly id: number }[], at: number): DeletionReceipt {
  if (rows.length === 0) return NOTHING_REMOVED;
  const list = JSON.stringify(rows.map((row) => row.id));
  const passages = db.all<{ id: number }>(
    'SELECT id FROM passages WHERE memory IN (SELECT value FROM json_each(?))',
    list,
  );
  const bytes = db.value<number>('SELECT sum(bytes) FROM memories WHERE id IN (SELECT value FROM json_each(?))', list);
  const graph = eraseFromGraph(db, list, at);
  lowerCounts(db, list);
  leaveTombstones(db, list, at);
  dropPassages(
    db,
    passages.map((passage) => passage.id),
  );
  const versions = deleteRows(db, list);
  return {
    ...NOTHING_REMOVED,
    memories: rows.length,
    passages: passages.length,
    versions,
    ...graph,
    bytes: bytes ?? 0,
  };
}

export function lowerCounts(db: Database, list: string): void {
  db.run(
    `UPDATE workspaces SET memories = workspaces.memories - gone.memories, passages = workspaces.passages - gone.passages,
       superseded = workspaces.superseded - gone.superseded
     FROM (SELECT workspace, count(*) AS memories, sum(passage_count) AS passages, count(superseded_by) AS superseded
           FROM memories WHERE id IN (SELECT value FROM json_each(?)) GROUP BY workspace) AS gone
     WHERE gone.workspace = workspaces.id`,
    list,
  );
}

function leaveTombstones(db: Database, list: string, at: number): void {
  db.run(
    `INSERT INTO tombstones (uuid, workspace, hash, removed_at)
     SELECT m.uuid, w.name, m.hash, ? FROM memories m JOIN workspaces w ON w.id = m.workspace
     WHERE m.id IN (SELECT value FROM json_each(?))`,
    at,
    list,
  );
}

/** Says how many earlier versions went. */
export function deleteRows(db: Database, list: string): number {
  db.run(
    `DELETE FROM memory_tags WHERE (workspace, tag, memory) IN
       (SELECT m.workspace, t.value, m.id FROM memories m, json_each(m.tags) t
        WHERE m.id IN (SELECT value FROM json_each(?)))`,
    list,
  );
  db.run('DELETE FROM memory_texts WHERE memory IN (SELECT value FROM json_each(?))', list);
  db.run('DELETE FROM memories WHERE id IN (SELECT value FROM json_each(?))', list);
  return db.run('DELETE FROM memory_history WHERE memory IN (SELECT value FROM json_each(?))', list).changes;
}

/** Not a part of the removal's success: a reader of another process may hold the log, and the next checkpoint does it. */
function emptyLog(store: Store): void {
  try {
    store.db.value('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (!isBusy(error)) store.log('warning', 'checkpoint_failed', { error });
  }
}
