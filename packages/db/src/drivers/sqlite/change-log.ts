/**
 * Tells every process what the others have changed. Each change of memories leaves an entry with the connection that made
 * it; a reader keeps the number of the last entry it has seen. The log is cut at its old end, and whoever is further
 * behind than that has to take everything for changed.
 */
import type { ChangeLog, StoreChanges } from '@zapomni/core/ports';
import type { Database } from './connection/database.ts';
import type { Served } from './connection/protocol.ts';
import type { Store } from './store.ts';

const KEPT_ENTRIES = 10_000;

export function createChanges(store: Store): Served<ChangeLog> {
  return { since: (position) => store.read(() => changesSince(store.db, position)) };
}

/** Memories came into the workspace, or it came or went itself. Runs inside the caller's transaction. */
export function logWorkspaceChange(db: Database, workspace: string): void {
  db.run('INSERT INTO change_log (writer, workspace) VALUES (?, ?)', db.id, workspace);
  cut(db);
}

/** `uuids` as a JSON list. */
export function logMemoryChanges(db: Database, workspace: string, uuids: string): void {
  db.run(
    'INSERT INTO change_log (writer, workspace, memory) SELECT ?, ?, value FROM json_each(?)',
    db.id,
    workspace,
    uuids,
  );
  cut(db);
}

/** `ids` are the collection, a slash and the key; none when there are too many to name. */
export function logRecordChanges(db: Database, workspace: string, _ids: readonly string[]): void {
  logWorkspaceChange(db, workspace);
}

/** The newest entry always stays, so that numbers never begin again. */
function cut(db: Database): void {
  db.run('DELETE FROM change_log WHERE seq <= (SELECT max(seq) FROM change_log) - ?', KEPT_ENTRIES);
}

function changesSince(db: Database, position: string | null): StoreChanges {
  const sql = 'SELECT (SELECT min(seq) FROM change_log) AS first, (SELECT max(seq) FROM change_log) AS last';
  const bounds = db.get<{ first: number | null; last: number | null }>(sql);
  const [first, last] = [bounds?.first ?? 1, bounds?.last ?? 0];
  const seen = position === null ? last : Number(position);
  const complete = seen >= first - 1 && seen <= last;
  const changes = complete && seen < last ? foreignChanges(db, seen) : [];
  return { position: String(last), changes, complete };
}

function foreignChanges(db: Database, seen: number): StoreChanges['changes'] {
  const sql = 'SELECT DISTINCT workspace, memory AS memoryId FROM change_log WHERE seq > ? AND writer <> ?';
  return db.all(sql, seen, db.id);
}
