/** The tail as a process searches it, at the slots after those of all segments. */
import type { Database } from '../database.ts';
import { ByteWriter } from './bytes.ts';
import type { PackedWords } from './passage-words.ts';
import { Postings, type Piece } from './postings.ts';
import { WordRows } from './word-rows.ts';

type TailRow = readonly [passage: number, length: number, terms: string, counts: Uint8Array];

/** Rows of the tail that come after a passage. */
export function* readTail(
  db: Database,
  workspace: number,
  after: number,
  limit = -1,
): Generator<{ passage: number; words: PackedWords }> {
  const sql = `SELECT passage, length, terms, counts FROM word_tail
               WHERE workspace = ? AND passage > ? ORDER BY passage LIMIT ?`;
  for (const [passage, length, terms, counts] of db.rows<TailRow>(sql, workspace, after, limit)) {
    yield { passage, words: { terms, counts, length } };
  }
}

export class TailPart {
  /** Where the tail's slots begin. */
  base: number;
  readonly #rows = new WordRows();
  readonly #postings = new Postings();
  readonly #writer = new ByteWriter();

  constructor(base: number) {
    this.base = base;
  }

  /** Slots, empty ones too. */
  get size(): number {
    return this.#rows.size;
  }

  terms(): Iterable<string> {
    return this.#rows.terms();
  }

  add(words: PackedWords): void {
    this.#rows.add(words);
  }

  remove(slot: number): void {
    this.#rows.clear(slot - this.base);
  }

  find(term: string): Piece | undefined {
    const found = this.#rows.find(term, this.#postings);
    if (found.size === 0) return undefined;
    found.write(this.#writer, 0, found.size, Infinity);
    const packed = { bytes: this.#writer.take(), at: 0 };
    return { count: found.size, start: 0, base: this.base, read: () => packed };
  }
}
