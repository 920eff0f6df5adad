/**
 * Tells every process what happened to words it may have read: which passages were removed or superseded, and when
 * segments took the place of others. New passages need no entry: they are the tail's last. A process keeps the number of
 * the last entry it has seen; the log is cut at its old end, and whoever is further behind reads everything anew.
 */
import type { Database } from '../../connection/database.ts';

const KEPT_ENTRIES = 20_000;
/** More of them are told as one entry. */
const NAMED_AT_MOST = 1000;

/** `arranged`: there are other segments than before, of the same passages. `reset`: read everything anew. */
export type WordChange = 'removed' | 'superseded' | 'arranged' | 'reset';

export interface WordLogEntry {
  readonly change: WordChange;
  readonly passage: number | null;
}

export function logWords(db: Database, workspace: number, change: 'arranged' | 'reset'): void {
  db.run('INSERT INTO word_log (workspace, change) VALUES (?, ?)', workspace, change);
  trim(db);
}

export function logPassages(
  db: Database,
  workspace: number,
  change: 'removed' | 'superseded',
  passages: readonly number[],
): void {
  if (passages.length > NAMED_AT_MOST) return logWords(db, workspace, 'reset');
  db.run(
    'INSERT INTO word_log (workspace, change, passage) SELECT ?, ?, value FROM json_each(?)',
    workspace,
    change,
    JSON.stringify(passages),
  );
  trim(db);
}

function trim(db: Database): void {
  db.run('DELETE FROM word_log WHERE seq <= (SELECT max(seq) FROM word_log) - ?', KEPT_ENTRIES);
}

/** Both 0 while nothing was ever logged. */
export function wordLogPosition(db: Database): { first: number; last: number } {
  const sql = 'SELECT (SELECT min(seq) FROM word_log) AS first, (SELECT max(seq) FROM word_log) AS last';
  const row = db.get<{ first: number | null; last: number | null }>(sql);
  return { first: row?.first ?? 0, last: row?.last ?? 0 };
}

export function readWordLog(db: Database, workspace: number, after: number): WordLogEntry[] {
  const sql = 'SELECT change, passage FROM word_log WHERE seq > ? AND workspace = ? ORDER BY seq';
  return db.all<WordLogEntry>(sql, after, workspace);
}
