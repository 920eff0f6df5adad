/**
 * Compares the word index with the passages: which are in it, and whether their words are those of their texts. Every
 * posting gives a number of its own, and the sums from both sides must agree, whatever the order. In a large store a
 * sample of the passages is compared.
 */
import type { Database } from '../../connection/database.ts';
import { readPassages } from '../../memories/read-passages.ts';
import { ByteReader } from '../postings/bytes.ts';
import { readDocuments, REMOVED } from '../postings/documents.ts';
import { BETWEEN, packWords, type PackedWords } from '../postings/packed-words.ts';
import { wordsOf } from '../../../../shared/passage-words.ts';
import { Postings } from '../postings/postings.ts';
import { listSegments } from '../postings/segment-rows.ts';
import { readTail } from '../postings/tail-part.ts';
import { TermWalk } from '../postings/term-walk.ts';

const COMPARED_AT_MOST = 20_000;
const TEXTS_AT_ONCE = 500;

export interface WordFaults {
  /** Passages missing from the index. */
  readonly missing: number;
  /** Passages in the index that are gone, or in it twice. */
  readonly left: number;
  /** Workspaces whose index holds other words than the texts, or wrong counts. */
  readonly wrong: number;
}

/** Workspaces that are being indexed anew are left out. */
export function findWordFaults(db: Database): WordFaults {
  const faults = { missing: 0, left: 0, wrong: 0 };
  for (const { id, stale } of listIndexes(db)) {
    if (stale) continue;
    const { missing, left, wrong } = checkWorkspace(db, id);
    faults.missing += missing;
    faults.left += left;
    faults.wrong += wrong ? 1 : 0;
  }
  return faults;
}

function listIndexes(db: Database): { id: number; stale: number }[] {
  return db.all(
    `SELECT i.workspace AS id, i.stale_to IS NOT NULL AS stale FROM word_indexes i
     UNION SELECT w.id, 0 FROM workspaces w WHERE w.id NOT IN (SELECT workspace FROM word_indexes)`,
  );
}

function checkWorkspace(db: Database, workspace: number): { missing: number; left: number; wrong: boolean } {
  const real = new Set(Array.from(db.rows<[number]>('SELECT id FROM passages WHERE workspace = ?', workspace)).flat());
  const every = Math.ceil(real.size / COMPARED_AT_MOST);
  const index = readIndex(db, workspace, (passage) => every < 2 || passage % every === 0);
  const held = new Set(index.passages);
  const gone = index.passages.filter((passage) => !real.has(passage)).length;
  const compared = [...held.intersection(real)].filter((passage) => every < 2 || passage % every === 0);
  return {
    missing: real.difference(held).size,
    left: gone + index.passages.length - held.size,
    wrong: !hasRightCounts(db, workspace, index) || sumOfTexts(db, compared) !== index.sum,
  };
}

interface IndexContents {
  readonly passages: number[];
  readonly length: number;
  readonly tail: number;
  readonly sum: number;
}

function hasRightCounts(db: Database, workspace: number, { passages, length, tail }: IndexContents): boolean {
  const sql = 'SELECT passages, length, tail FROM word_indexes WHERE workspace = ?';
  const counts = db.get<{ passages: number; length: number; tail: number }>(sql, workspace);
  const held = counts ?? { passages: 0, length: 0, tail: 0 };
  return held.passages === passages.length && held.length === length && held.tail === tail;
}

function readIndex(db: Database, workspace: number, isCompared: (passage: number) => boolean): IndexContents {
  const passages: number[] = [];
  let [length, tail, sum] = [0, 0, 0];
  for (const { id } of listSegments(db, workspace, 'ready')) {
    const documents = readDocuments(db, id);
    for (const [slot, one] of documents.lengths.entries()) {
      if (one === REMOVED) continue;
      passages.push(documents.passages[slot] as number);
      length += one;
    }
    sum = (sum + sumOfSegment(db, id, documents.passages, isCompared)) >>> 0;
  }
  for (const { passage, words } of readTail(db, workspace, 0)) {
    passages.push(passage);
    length += words.length;
    tail += 1;
    if (!isCompared(passage)) continue;
    sum = (sum + sumOfWords(passage, words)) >>> 0;
  }
  return { passages, length, tail, sum };
}

function sumOfSegment(
  db: Database,
  segment: number,
  passages: readonly number[],
  isCompared: (passage: number) => boolean,
): number {
  const postings = new Postings();
  let sum = 0;
  for (const walk = new TermWalk(db, segment, null); walk.term !== undefined; walk.advance()) {
    const { slots, counts, size } = postings.fill(walk.pieces);
    const term = hash(walk.term);
    for (let i = 0; i < size; i++) {
      const passage = passages[slots[i] as number] ?? -1;
      if (isCompared(passage)) sum = (sum + mark(term, passage, counts[i])) >>> 0;
    }
  }
  return sum;
}

function sumOfTexts(db: Database, passages: readonly number[]): number {
  let sum = 0;
  for (let from = 0; from < passages.length; from += TEXTS_AT_ONCE) {
    for (const { id, text } of readPassages(db, passages.slice(from, from + TEXTS_AT_ONCE))) {
      sum = (sum + sumOfWords(id, packWords(wordsOf(text)))) >>> 0;
    }
  }
  return sum;
}

function sumOfWords(passage: number, { terms, counts }: PackedWords): number {
  if (terms === '') return 0;
  const reader = new ByteReader(counts);
  return terms.split(BETWEEN).reduce((sum, term) => (sum + mark(hash(term), passage, reader.number())) >>> 0, 0);
}

function mark(term: number, passage: number, count = 0): number {
  const mixed = Math.imul(term ^ Math.imul(passage, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(count, 0xc2b2ae35);
  return Math.imul(mixed ^ (mixed >>> 15), 0x27d4eb2f) >>> 0;
}

function hash(term: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) value = Math.imul(value ^ term.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
