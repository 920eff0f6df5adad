/** The tail as a process searches it, at the slots after those of all segments. */
import type { Database } from '../../connection/database.ts';
import { ByteWriter } from './bytes.ts';
import type { PackedWords } from './packed-words.ts';
import { Postings, type Piece, type PieceBytes } from './postings.ts';
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

/** Terms whose postings are kept until the tail changes: a search first counts them and then looks for them. */
const MOST_KEPT = 1000;

interface Found {
  readonly count: number;
  readonly packed: PieceBytes;
}

export class TailPart {
  /** Where the tail's slots begin. */
  base: number;
  readonly #rows = new WordRows();
  readonly #postings = new Postings();
  readonly #writer = new ByteWriter();
  readonly #found = new Map<string, Found>();

  constructor(base: number) {
    this.base = base;
  }

  /** Slots, empty ones too. */
  get size(): number {
    return this.#rows.size;
  }

  /** Some of them may not occur any more. */
  termsWith(prefix: string): string[] {
    const [letter] = prefix;
    return this.#rows.termsWith(letter ?? '').filter((term) => term.startsWith(prefix));
  }

  add(words: PackedWords): void {
    this.#found.clear();
    this.#rows.add(words);
  }

  remove(slot: number): void {
    this.#found.clear();
    this.#rows.clear(slot - this.base);
  }

  find(term: string): Piece | undefined {
    const known = this.#found.get(term);
    const { count, packed } = known ?? this.#look(term);
    return count === 0 ? undefined : { count, start: 0, base: this.base, read: () => packed };
  }

  #look(term: string): Found {
    const postings = this.#rows.find(term, this.#postings);
    const count = postings.size;
    if (count > 0) postings.write(this.#writer, 0, count, Infinity);
    const found = { count, packed: { bytes: this.#writer.take(), at: 0 } };
    if (this.#found.size >= MOST_KEPT) this.#found.clear();
    this.#found.set(term, found);
    return found;
  }
}
