/** Edges between symbols of the repository as rows of numbers, in blocks: millions of them, until it is known who comes to whom. */
import type { EdgeBook } from '../link/edges/edge-book.ts';
import { KIND_NUMBER } from '../link/edges/edge-words.ts';
import { isGuess, marksIn, marksInbound } from '../store/index.ts';

/** What an edge of a book is in the repository. */
export interface EdgeEnds {
  /** Places of files and, in each, of symbols; -1 for the file itself. */
  readonly toFile: number;
  readonly to: number;
  readonly fromFile: number;
  readonly from: number;
  readonly how: number;
  /** How many the call may mean, and how many of those are ours. */
  readonly candidates: number;
  readonly ours: number;
}

/** The columns. `said` has the kind, how, and above them the marks as they are packed. */
export const COLUMN = { toFile: 0, to: 1, fromFile: 2, from: 3, line: 4, said: 5, candidates: 6, ours: 7 } as const;
const KIND = 7;
const HOW = 3;
const MARKS = 6;
const WIDTH = 8;
const BLOCK_BITS = 15;
const BLOCK = 1 << BLOCK_BITS;

export class EdgeRows {
  readonly #blocks: Int32Array[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  push(book: EdgeBook, edge: number, ends: EdgeEnds): void {
    const at = (this.#count & (BLOCK - 1)) * WIDTH;
    if (at === 0) this.#blocks.push(new Int32Array(BLOCK * WIDTH));
    const block = this.#blocks.at(-1) as Int32Array;
    block[at] = ends.toFile;
    block[at + 1] = ends.to;
    block[at + 2] = ends.fromFile;
    block[at + 3] = ends.from;
    block[at + 4] = book.line(edge);
    block[at + 5] = book.kind(edge) | (ends.how << HOW) | (marksInbound(marksIn(book, edge)) << MARKS);
    block[at + 6] = ends.candidates;
    block[at + 7] = ends.ours;
    this.#count++;
  }

  get(place: number, column: number): number {
    const block = this.#blocks[place >>> BLOCK_BITS] as Int32Array;
    return block[(place & (BLOCK - 1)) * WIDTH + column] as number;
  }

  kind(place: number): number {
    return this.get(place, COLUMN.said) & KIND;
  }

  how(place: number): number {
    return (this.get(place, COLUMN.said) >> HOW) & 7;
  }

  marks(place: number): number {
    return this.get(place, COLUMN.said) >> MARKS;
  }

  isCall(place: number): boolean {
    return this.kind(place) === KIND_NUMBER.call;
  }

  /** Guesses and tests do not make a symbol important, and are no callers of its own kind. */
  isCounted(place: number): boolean {
    return !isGuess(this.marks(place)) && this.kind(place) !== KIND_NUMBER.tests;
  }

  /** Places of rows by the file they come to, and where each file's begin; one more than there are files. */
  byTarget(files: number): { readonly places: Int32Array; readonly first: Int32Array } {
    const first = new Int32Array(files + 1);
    for (let place = 0; place < this.#count; place++) add(first, this.#toFile(place) + 1);
    for (let file = 0; file < files; file++) first[file + 1] = (first[file + 1] as number) + (first[file] as number);
    const next = first.slice();
    const places = new Int32Array(this.#count);
    for (let place = 0; place < this.#count; place++) {
      const file = this.#toFile(place);
      places[next[file] as number] = place;
      add(next, file);
    }
    return { places, first };
  }

  #toFile(place: number): number {
    return this.get(place, COLUMN.toFile);
  }
}

function add(row: Int32Array, place: number): void {
  row[place] = (row[place] as number) + 1;
}
