/**
 * The words of passages as they come and go; `postings/` has the index itself. A new passage becomes one row of the tail,
 * in the transaction that stores it. A store from before this index also has an FTS5 table, kept in step until it goes.
 */
import type { Database } from '../connection/database.ts';
import { addToFts, dropFromFts, hasFts } from './fts5-words.ts';
import { dropAllSegments } from './upkeep/drop-segments.ts';
import { packWords } from './postings/packed-words.ts';
import { wordsOf } from '../../../shared/passage-words.ts';
import { removeFromSegments, type RemovedWords } from './upkeep/remove-words.ts';
import { logPassages, logWords } from './postings/word-log.ts';

export interface PassageText {
  readonly id: number;
  readonly text: string;
}

export function addWords(db: Database, workspace: number, passages: readonly PassageText[]): void {
  let length = 0;
  for (const { id, text } of passages) {
    const words = packWords(wordsOf(text));
    const sql = 'INSERT INTO word_tail (workspace, passage, length, terms, counts) VALUES (?, ?, ?, ?, ?)';
    db.run(sql, workspace, id, words.length, words.terms, words.counts);
    length += words.length;
  }
  changeCounts(db, workspace, { passages: passages.length, length, tail: passages.length });
  if (hasFts(db)) addToFts(db, passages);
}

/** Call it while the passages and their texts are still there. */
export function dropWords(db: Database, passages: readonly number[]): void {
  const rows = db.all<{ id: number; workspace: number }>(
    'SELECT id, workspace FROM passages WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(passages),
  );
  for (const [workspace, group] of Map.groupBy(rows, (row) => row.workspace)) {
    dropOfWorkspace(
      db,
      workspace,
      group.map((row) => row.id),
    );
  }
  if (rows.length > 0 && hasFts(db)) dropFromFts(db, passages);
}

/** Told to every process that holds the workspace's words in memory. */
export function supersedeWords(db: Database, passages: readonly number[]): void {
  const sql = 'SELECT workspace FROM passages WHERE id = ?';
  const workspace = db.value<number>(sql, passages[0] ?? 0);
  if (workspace !== undefined) logPassages(db, workspace, 'superseded', passages);
}

interface IndexCounts {
  readonly passages: number;
  readonly length: number;
  readonly tail: number;
}

function dropOfWorkspace(db: Database, workspace: number, passages: readonly number[]): void {
  const sql = 'SELECT passages, stale_to IS NOT NULL AS stale FROM word_indexes WHERE workspace = ?';
  const index = db.get<{ passages: number; stale: number }>(sql, workspace);
  const stale = index?.stale === 1;
  if (!stale && index?.passages === passages.length) return dropIndex(db, workspace);
  const fromTail = dropFromTail(db, workspace, passages);
  const fromSegments = removeFromSegments(db, { workspace, passages, stale });
  changeCounts(db, workspace, {
    passages: -fromTail.passages - fromSegments.passages,
    length: -fromTail.length - fromSegments.length,
    tail: -fromTail.passages,
  });
  logPassages(db, workspace, 'removed', passages);
}

function dropIndex(db: Database, workspace: number): void {
  dropAllSegments(db, workspace);
  db.run('DELETE FROM word_tail WHERE workspace = ?', workspace);
  db.run('DELETE FROM word_indexes WHERE workspace = ?', workspace);
  logWords(db, workspace, 'reset');
}

function dropFromTail(db: Database, workspace: number, passages: readonly number[]): RemovedWords {
  let [count, length] = [0, 0];
  for (const passage of passages) {
    const sql = 'DELETE FROM word_tail WHERE workspace = ? AND passage = ? RETURNING length';
    const removed = db.value<number>(sql, workspace, passage);
    if (removed === undefined) continue;
    count += 1;
    length += removed;
  }
  return { passages: count, length };
}

function changeCounts(db: Database, workspace: number, change: IndexCounts): void {
  db.run(
    `INSERT INTO word_indexes (workspace, passages, length, tail) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET passages = passages + excluded.passages, length = length + excluded.length,
       tail = tail + excluded.tail`,
    workspace,
    change.passages,
    change.length,
    change.tail,
  );
}
