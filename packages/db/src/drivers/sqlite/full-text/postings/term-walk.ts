/** Goes through a segment's terms in order, each with all its postings, from the one after a given term on. */
import type { Database } from '../../connection/database.ts';
import { entriesOf, lastRowUpTo, nextRow, type BlockEntry, type BlockRow } from './blocks.ts';
import type { Piece } from './postings.ts';
import { compareTerms } from './term-order.ts';

export class TermWalk {
  readonly #db: Database;
  readonly #segment: number;
  #row: BlockRow | undefined;
  #entries: BlockEntry[] = [];
  #next = 0;
  /** Where the walk stands; undefined at the end. */
  term: string | undefined;
  pieces: Piece[] = [];

  constructor(db: Database, segment: number, after: string | null) {
    this.#db = db;
    this.#segment = segment;
    this.#row = after === null ? nextRow(db, segment, '', -1) : lastRowUpTo(db, segment, after);
    this.#row ??= nextRow(db, segment, after ?? '', -1);
    this.#entries = this.#row ? entriesOf(this.#row) : [];
    this.advance();
    if (after !== null) this.#skipUpTo(after);
  }

  #skipUpTo(term: string): void {
    while (this.#isUpTo(term)) this.advance();
  }

  advance(): void {
    const entry = this.#take();
    this.term = entry?.term;
    this.pieces = entry ? [entry.piece] : [];
    // A term that has rows to itself goes on in those that follow.
    for (let next = this.#peek(); next && next.term === this.term; next = this.#peek()) {
      this.pieces.push(next.piece);
      this.#next++;
    }
  }

  #isUpTo(term: string): boolean {
    return this.term !== undefined && compareTerms(this.term, term) <= 0;
  }

  #take(): BlockEntry | undefined {
    const entry = this.#peek();
    this.#next++;
    return entry;
  }

  #peek(): BlockEntry | undefined {
    if (this.#next >= this.#entries.length && this.#row) {
      this.#row = nextRow(this.#db, this.#segment, this.#row.term, this.#row.start);
      this.#entries = this.#row ? entriesOf(this.#row) : [];
      this.#next = 0;
    }
    return this.#entries[this.#next];
  }
}
