/**
 * Tells every process which passages' vectors or liveness changed. A process keeps the number of the last entry it has
 * seen; the log is cut at its old end, and whoever is further behind than that reads everything anew.
 */
import type { Database } from '../connection/database.ts';

const KEPT_ENTRIES = 50_000;

export interface LogPosition {
  readonly first: number;
  readonly last: number;
}

/** `passageIds` as a JSON list. */
export function logChanged(db: Database, passageIds: string): void {
  db.run('INSERT INTO index_log (passage) SELECT value FROM json_each(?)', passageIds);
  db.run('DELETE FROM index_log WHERE seq <= (SELECT max(seq) FROM index_log) - ?', KEPT_ENTRIES);
}

/** Both 0 while nothing was ever logged. */
export function logPosition(db: Database): LogPosition {
  const sql = 'SELECT (SELECT min(seq) FROM index_log) AS first, (SELECT max(seq) FROM index_log) AS last';
  const row = db.get<{ first: number | null; last: number | null }>(sql);
  return { first: row?.first ?? 0, last: row?.last ?? 0 };
}
