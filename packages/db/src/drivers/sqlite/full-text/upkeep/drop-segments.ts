/** Deletes what dropped segments leave, in portions: overwriting freed pages takes its time. */
import type { Database } from '../../connection/database.ts';
import { anySegment, listSegments } from '../postings/segment-rows.ts';

/** Call it in a transaction that writes. False when nothing is left to delete. */
export function dropPortion(db: Database, rows: number): boolean {
  const segment = anySegment(db, 'dropped');
  if (!segment) return false;
  const some = 'SELECT id FROM word_blocks WHERE segment = ? ORDER BY term, start LIMIT ?';
  const { changes } = db.run(`DELETE FROM word_blocks WHERE id IN (${some})`, segment.id, rows);
  if (changes < rows) forget(db, segment.id);
  return true;
}

/** Everything of the workspace, at once. */
export function dropAllSegments(db: Database, workspace: number): void {
  for (const { id } of listSegments(db, workspace)) dropWhole(db, id);
}

export function dropWhole(db: Database, segment: number): void {
  db.run('DELETE FROM word_blocks WHERE segment = ?', segment);
  forget(db, segment);
}

function forget(db: Database, segment: number): void {
  db.run('DELETE FROM word_documents WHERE segment = ?', segment);
  db.run('DELETE FROM word_segments WHERE id = ?', segment);
}
