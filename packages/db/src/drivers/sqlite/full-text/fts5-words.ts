/**
 * Words in a store from before `postings/`: an FTS5 table named `words`, which answers until every workspace has been
 * indexed anew and is dropped then. New stores never have it.
 */
import { toTerms } from '@zapomni/core/model';
import type { PassageHit, WordQuery } from '@zapomni/core/ports';
import type { Database } from '../connection/database.ts';
import { toCondition } from '../memories/filter.ts';
import type { ResolvedScope } from '../memories/filter-lists.ts';

/** Taking one passage out in place costs as much as merging this many. */
const MERGED_PER_REMOVED = 150;

export function hasFts(db: Database): boolean {
  return db.value(`SELECT 1 FROM sqlite_schema WHERE name = 'words'`) !== undefined;
}

export function addToFts(db: Database, passages: readonly { readonly id: number; readonly text: string }[]): void {
  for (const { id, text } of passages) {
    db.run('INSERT INTO words (rowid, terms) VALUES (?, ?)', id, toTerms(text).join(' '));
  }
}

/** FTS5 takes a row out in place when its `secure-delete` is on; many rows go faster by a merge of the whole. */
export function dropFromFts(db: Database, passageIds: readonly number[]): void {
  const all = db.value<number>('SELECT count(*) FROM words_docsize') ?? 0;
  const merge = passageIds.length * MERGED_PER_REMOVED > all;
  if (merge) db.exec(`INSERT INTO words(words, rank) VALUES ('secure-delete', 0)`);
  for (const id of passageIds) db.run('DELETE FROM words WHERE rowid = ?', id);
  if (!merge) return;
  db.exec(`INSERT INTO words(words) VALUES ('optimize')`);
  db.exec(`INSERT INTO words(words, rank) VALUES ('secure-delete', 1)`);
}

/** Once no workspace needs it. Always false: nothing more is to be done. */
export function dropFts(db: Database): false {
  const needed = db.value('SELECT 1 FROM word_indexes WHERE stale_to IS NOT NULL');
  if (needed === undefined) db.exec('DROP TABLE IF EXISTS words');
  return false;
}

type HitRow = readonly [passage: number, memory: string, badness: number];

/** CROSS JOIN keeps the order of the tables: matches first, and only then what they belong to. */
export function searchFts(db: Database, query: WordQuery, k: number, scope: ResolvedScope): PassageHit[] {
  const match = toMatch(query);
  if (match === undefined) return [];
  const { sql, params } = toCondition(scope.filter, scope.workspace);
  const rows = db.rows<HitRow>(
    `SELECT p.id, m.uuid, bm25(words) AS badness
     FROM words CROSS JOIN passages p ON p.id = words.rowid CROSS JOIN memories m ON m.id = p.memory
     WHERE words MATCH ? AND ${sql} ORDER BY badness, p.id LIMIT ?`,
    match,
    ...params,
    k,
  );
  return Array.from(rows, ([passageId, memoryId, badness]) => ({ passageId, memoryId, score: -badness }));
}

/** Everything is quoted, so that nothing is read as an operator. */
function toMatch({ terms, phrases = [], excluded = [], prefixes = [] }: WordQuery): string | undefined {
  const quoted = phrases.filter((phrase) => phrase.length > 0).map((phrase) => quote(phrase.join(' ')));
  const wanted = [...terms.map(quote), ...phrases.flat().map(quote), ...prefixes.map((prefix) => `${quote(prefix)}*`)];
  if (wanted.length === 0) return undefined;
  const unwanted = excluded.filter((phrase) => phrase.length > 0).map((phrase) => quote(phrase.join(' ')));
  const must = [`(${wanted.join(' OR ')})`, ...quoted].join(' AND ');
  return unwanted.length === 0 ? must : `(${must}) NOT (${unwanted.join(' OR ')})`;
}

/** Without NUL, at which FTS5 would stop reading. */
function quote(text: string): string {
  return `"${text.replaceAll('"', '""').replaceAll('\0', ' ')}"`;
}

export function countInFts(db: Database, term: string, workspace: number): number {
  const sql = `SELECT count(*) FROM words CROSS JOIN passages p ON p.id = words.rowid
               WHERE words MATCH ? AND p.workspace = ?`;
  return db.value<number>(sql, quote(term), workspace) ?? 0;
}
