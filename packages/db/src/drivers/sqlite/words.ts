/**
 * The word index. FTS5 is fed the terms that `toTerms` makes, joined by spaces, so that it never decides what a word is.
 *
 * Forgetting must leave no trace. FTS5 marks a deleted row and keeps its terms until a merge; its `secure-delete` takes
 * them out in place, at about 3 ms a passage (2026-11, 20 k passages), where writing the whole index anew costs about
 * 0.02 ms per passage that stays. So few passages go in place, many by a merge, and most of them by starting over.
 */
import { toTerms } from '@zapomni/core/model';
import type { Database } from './database.ts';
import { WORDS_TABLE } from './schema.ts';
import { decodeText } from './text-bytes.ts';

/** Taking one passage out in place costs as much as merging this many. */
const MERGED_PER_REMOVED = 150;

export function addWords(db: Database, passageId: number, text: string): void {
  db.run('INSERT INTO words (rowid, terms) VALUES (?, ?)', passageId, toTerms(text).join(' '));
}

/** Call it when the passages themselves are gone: starting over indexes those that are left. */
export function dropWords(db: Database, passageIds: readonly number[]): void {
  if (passageIds.length === 0) return;
  const left = db.value<number>('SELECT total(passages) FROM workspaces') ?? 0;
  if (passageIds.length >= left) rebuildWords(db);
  else if (passageIds.length * MERGED_PER_REMOVED > left) dropByMerge(db, passageIds);
  else dropInPlace(db, passageIds);
}

/** Indexes every passage anew and says how many there are. */
export function rebuildWords(db: Database): number {
  db.exec('DROP TABLE words');
  db.exec(WORDS_TABLE);
  let count = 0;
  for (const { id } of db.all<{ id: number }>('SELECT id FROM memories ORDER BY id')) count += addWordsOf(db, id);
  return count;
}

function addWordsOf(db: Database, memory: number): number {
  const body = db.value<Uint8Array>('SELECT body FROM memory_texts WHERE memory = ?', memory);
  if (body === undefined) return 0;
  const spans = db.all<{ id: number; byte_start: number; byte_end: number }>(
    'SELECT id, byte_start, byte_end FROM passages WHERE memory = ? ORDER BY ordinal',
    memory,
  );
  for (const span of spans) addWords(db, span.id, decodeText(body, span.byte_start, span.byte_end));
  return spans.length;
}

function dropByMerge(db: Database, passageIds: readonly number[]): void {
  db.exec(`INSERT INTO words(words, rank) VALUES ('secure-delete', 0)`);
  dropInPlace(db, passageIds);
  db.exec(`INSERT INTO words(words) VALUES ('optimize')`);
  db.exec(`INSERT INTO words(words, rank) VALUES ('secure-delete', 1)`);
}

function dropInPlace(db: Database, passageIds: readonly number[]): void {
  for (const id of passageIds) db.run('DELETE FROM words WHERE rowid = ?', id);
}
