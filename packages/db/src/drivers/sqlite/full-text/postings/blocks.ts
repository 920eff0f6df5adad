/**
 * Rows of `word_blocks`: terms of one segment in order with their postings. Rare terms share a row; a term whose postings
 * would fill more than one has several to itself, each with the first slot it may hold. So no row is large, and taking a
 * passage out rewrites little.
 */
import type { Database } from '../../connection/database.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { BETWEEN } from './packed-words.ts';
import { Postings, type Piece, type PieceBytes } from './postings.ts';

/** Two rows to a page. */
export const BLOCK_BYTES = 3900;

export interface BlockRow {
  readonly id: number;
  readonly term: string;
  readonly start: number;
  /** The terms after the first. */
  readonly others: string;
  readonly data: Uint8Array;
}

/** One term's share of a row, still packed. */
export interface BlockEntry {
  readonly term: string;
  readonly piece: Piece;
  /** Where the postings' bytes begin and end. */
  readonly at: number;
  readonly end: number;
}

const COLUMNS = 'SELECT id, term, start, others, data FROM word_blocks';

/** The term's postings in a segment, in order; none when it does not occur there. */
export function findPieces(db: Database, segment: number, term: string, base = 0): Piece[] {
  const row = lastRowUpTo(db, segment, term);
  if (!row) return [];
  return row.term === term && row.start > 0 ? piecesOfTerm(db, segment, term, base) : toPieces(row, term, base);
}

/** Of a term with several rows: what the index says of them, their contents to be read later. */
function piecesOfTerm(db: Database, segment: number, term: string, base: number): Piece[] {
  const rows = db.all<{ id: number; start: number; count: number }>(
    'SELECT id, start, count FROM word_blocks WHERE segment = ? AND term = ? ORDER BY start',
    segment,
    term,
  );
  return rows.map(({ id, start, count }) => ({ count, start, base, read: () => readOnly(db, id) }));
}

/** A row that holds one term alone. */
function readOnly(db: Database, id: number): PieceBytes {
  const bytes = db.value<Uint8Array>('SELECT data FROM word_blocks WHERE id = ?', id) ?? new Uint8Array();
  const reader = new ByteReader(bytes);
  reader.number();
  reader.number();
  return { bytes, at: reader.at };
}

/** The row that holds the term if any does; of a term with several rows, the last. */
export function lastRowUpTo(db: Database, segment: number, term: string): BlockRow | undefined {
  const sql = `${COLUMNS} WHERE segment = ? AND term <= ? ORDER BY term DESC, start DESC LIMIT 1`;
  return db.get<BlockRow>(sql, segment, term);
}

export function lastRow(db: Database, segment: number): BlockRow | undefined {
  return db.get<BlockRow>(`${COLUMNS} WHERE segment = ? ORDER BY term DESC, start DESC LIMIT 1`, segment);
}

export function rowsOfTerm(db: Database, segment: number, term: string): BlockRow[] {
  return db.all<BlockRow>(`${COLUMNS} WHERE segment = ? AND term = ? ORDER BY start`, segment, term);
}

/** The row after (term, start). */
export function nextRow(db: Database, segment: number, term: string, start: number): BlockRow | undefined {
  const sql = `${COLUMNS} WHERE segment = ? AND (term, start) > (?, ?) ORDER BY term, start LIMIT 1`;
  return db.get<BlockRow>(sql, segment, term, start);
}

export function termsOf(row: Pick<BlockRow, 'term' | 'others'>): string[] {
  return row.others === '' ? [row.term] : [row.term, ...row.others.split(BETWEEN)];
}

/** The segment's terms that begin so. */
export function termsOfSegment(db: Database, segment: number, prefix: string): string[] {
  const before = lastRowUpTo(db, segment, prefix);
  // Rows of a term with several, after the first, say nothing new.
  const sql = `SELECT term, others FROM word_blocks WHERE segment = ? AND term > ? AND term < ? AND start = 0
               ORDER BY term`;
  const rows = db.all<Pick<BlockRow, 'term' | 'others'>>(sql, segment, prefix, `${prefix}\u{10ffff}`);
  return (before ? [before, ...rows] : rows).flatMap(termsOf).filter((term) => term.startsWith(prefix));
}

export function entriesOf(row: BlockRow, base = 0): BlockEntry[] {
  const reader = new ByteReader(row.data);
  return termsOf(row).map((term) => readEntry(reader, term, row.start, base));
}

function toPieces(row: BlockRow, term: string, base: number): Piece[] {
  const index = termsOf(row).indexOf(term);
  if (index < 0) return [];
  const reader = new ByteReader(row.data);
  for (let i = 0; i < index; i++) readEntry(reader, '', 0, 0);
  const { piece, at, end } = readEntry(reader, term, row.start, base);
  // A copy: pieces are kept, and would keep the whole row.
  const bytes = row.data.slice(at, end);
  return [{ ...piece, read: () => ({ bytes, at: 0 }) }];
}

function readEntry(reader: ByteReader, term: string, start: number, base: number): BlockEntry {
  const count = reader.number();
  const length = reader.number();
  const { bytes, at } = reader;
  reader.at += length;
  return { term, piece: { count, start, base, read: () => ({ bytes, at }) }, at, end: reader.at };
}

/** Packs terms, given in order, into rows. `finish` writes what is left. */
export class BlockWriter {
  readonly #db: Database;
  readonly #segment: number;
  readonly #limit: number;
  readonly #row = new ByteWriter();
  readonly #piece = new ByteWriter();
  #terms: string[] = [];
  #termBytes = 0;
  #count = 0;

  constructor(db: Database, segment: number, limit = BLOCK_BYTES) {
    this.#db = db;
    this.#segment = segment;
    this.#limit = limit;
  }

  /** The postings between `from` and `to`. */
  add(term: string, postings: Postings, from: number, to: number): void {
    if (from === to) return;
    const end = postings.write(this.#piece, from, to, this.#limit);
    if (end < to) return this.#addLong(term, postings, { from, end, to });
    if (this.#row.length + this.#termBytes + this.#piece.length + term.length > this.#limit) this.finish();
    this.#terms.push(term);
    this.#termBytes += term.length + 1;
    this.#append(to - from);
  }

  finish(): void {
    const [term, ...others] = this.#terms;
    if (term !== undefined) this.#insert(term, 0, others.join(BETWEEN));
    this.#terms = [];
    this.#termBytes = 0;
  }

  /** `end` is where the piece ends that is written already. */
  #addLong(term: string, postings: Postings, { from, end, to }: { from: number; end: number; to: number }): void {
    this.finish();
    this.#append(end - from);
    this.#insert(term, 0, '');
    for (let begin = end; begin < to;) {
      const next = postings.write(this.#piece, begin, to, this.#limit);
      this.#append(next - begin);
      this.#insert(term, postings.slots[begin] as number, '');
      begin = next;
    }
  }

  /** Moves what is in `#piece` into the row. */
  #append(count: number): void {
    this.#count += count;
    this.#row.number(count);
    this.#row.number(this.#piece.length);
    this.#row.takeFrom(this.#piece);
  }

  #insert(term: string, start: number, others: string): void {
    const sql = 'INSERT INTO word_blocks (segment, term, start, count, others, data) VALUES (?, ?, ?, ?, ?, ?)';
    this.#db.run(sql, this.#segment, term, start, this.#count, others, this.#row.take());
    this.#count = 0;
  }
}

function appendEntry(to: ByteWriter, count: number, bytes: Uint8Array): void {
  to.number(count);
  to.number(bytes.length);
  to.append(bytes);
}

/** Takes slots out of those of the row's terms that `slotsOf` names; the row goes when nothing is left in it. */
export function removeFromRow(
  db: Database,
  row: BlockRow,
  slotsOf: (term: string) => ReadonlySet<number> | undefined,
): void {
  const entries = entriesOf(row);
  const { terms, data, removed } = repack(row, entries, slotsOf);
  if (removed === 0) return;
  const [term, ...others] = terms;
  if (term === undefined) db.run('DELETE FROM word_blocks WHERE id = ?', row.id);
  else {
    const sql = 'UPDATE word_blocks SET term = ?, count = count - ?, others = ?, data = ? WHERE id = ?';
    db.run(sql, term, removed, others.join(BETWEEN), data, row.id);
  }
}

const scratch = new Postings();

function repack(
  row: BlockRow,
  entries: readonly BlockEntry[],
  slotsOf: (term: string) => ReadonlySet<number> | undefined,
): { terms: string[]; data: Uint8Array; removed: number } {
  let removed = 0;
  const writer = new ByteWriter();
  const packed = new ByteWriter();
  const terms: string[] = [];
  for (const { term, piece, at, end } of entries) {
    const gone = slotsOf(term);
    const left = gone ? without(piece, gone) : piece.count;
    removed += piece.count - left;
    if (left === 0) continue;
    terms.push(term);
    if (left === piece.count) appendEntry(writer, left, row.data.subarray(at, end));
    else {
      scratch.write(packed, 0, scratch.size, Infinity);
      appendEntry(writer, left, packed.take());
    }
  }
  return { terms, data: writer.take(), removed };
}

/** Leaves in `scratch` what stays, and says how many that are. */
function without(piece: Piece, gone: ReadonlySet<number>): number {
  const { slots, counts, size } = scratch.clear().add(piece);
  scratch.clear();
  for (let i = 0; i < size; i++) {
    if (!gone.has(slots[i] as number)) scratch.push(slots[i] as number, counts[i] as number);
  }
  return scratch.size;
}
