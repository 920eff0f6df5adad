/**
 * Tells every process what the others have changed. Each change leaves an entry with the connection that made it, in the
 * transaction of the change; a reader keeps the number of the last entry it has seen. The log is cut at its old end, and
 * whoever is further behind than that has to take everything for changed.
 */
import { loggedChange, type ChangeKind, type StoreChange } from '@zapomni/core/model';
import type { StoreChanges } from '@zapomni/core/ports';
import type { Database } from './connection/database.ts';
import type { ServedPorts } from './connection/protocol.ts';
import type { Store } from './store.ts';

export function createChanges(store: Store): ServedPorts['changes'] {
  return { since: (position) => store.read(() => changesSince(store.db, position)) };
}

/** Makes changes known to the others. Runs inside the caller's transaction; `@zapomni/core/model` says what to call them. */
export function logChanges(
  { db, keptChanges }: Pick<Store, 'db' | 'keptChanges'>,
  changes: readonly StoreChange[],
): void {
  if (changes.length === 0) return;
  for (const { kind, workspace, ids } of changes.map(loggedChange)) {
    const sql = 'INSERT INTO change_log (writer, kind, workspace, ids) VALUES (?, ?, ?, ?)';
    db.run(sql, db.id, kind, workspace, JSON.stringify(ids));
  }
  // The newest entry always stays, so that numbers never begin again.
  db.run('DELETE FROM change_log WHERE seq <= (SELECT max(seq) FROM change_log) - ?', keptChanges);
}

/** A piece of work and the log of what it changed, in one transaction. */
export function writeLogged<Result>(
  store: Store,
  work: () => Result,
  changes: (result: Result) => readonly StoreChange[],
): Result {
  return store.write(() => logged(store, work, changes));
}

/** The same inside the caller's transaction. */
export function logged<Result>(
  store: Store,
  work: () => Result,
  changes: (result: Result) => readonly StoreChange[],
): Result {
  const result = work();
  logChanges(store, changes(result));
  return result;
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

interface Entry {
  readonly kind: ChangeKind;
  readonly workspace: string | null;
  readonly ids: string;
}

function foreignChanges(db: Database, seen: number): StoreChange[] {
  const sql = 'SELECT kind, workspace, ids FROM change_log WHERE seq > ? AND writer <> ? ORDER BY seq';
  return db
    .all<Entry>(sql, seen, db.id)
    .map(({ kind, workspace, ids }) => ({ kind, workspace, ids: JSON.parse(ids) as string[] }));
}
