/**
 * All edges that were found, and the calls of which nobody can say, as rows of numbers: there are hundreds of thousands, and as objects
 * with their lists of targets they would cost more in collecting than in finding. An edge is known by where its row begins.
 *
 *   kind and marks · from · line · start · end · arguments · how many targets · for each: symbol or word, how
 *   call of which nobody can say: from · line · start · end · word
 */
import { Lists } from '../numbers/lists.ts';
import { grown } from '../numbers/rows.ts';
import { Words } from '../numbers/words.ts';

const [HEAD, FROM, LINE, START, END, ARGS, COUNT, TARGETS] = [0, 1, 2, 3, 4, 5, 6, 7];
const KIND_BITS = 7;
/** What `LinkEdge` has as fields that are there or not. */
export const MARK = { implied: 8, low: 16, cut: 32, member: 64 } as const;
const OPEN_WIDTH = 5;
const WORD = 4;
const NOTHING = -1;

export class EdgeBook {
  /** Names of what is not ours, and of what nobody can tell. */
  readonly words = new Words();
  #row = new Int32Array(4096);
  /** Where the next row begins. */
  end = 0;
  #last = 0;
  #open = new Int32Array(1024);
  #openEnd = 0;
  readonly #byFile = new Lists();
  readonly #openByFile = new Lists();

  /** Begins an edge; what follows is said of it until the next one begins. */
  begin(file: number, kind: number, from: number, line: number): void {
    const at = this.end;
    this.end += TARGETS;
    if (this.end >= this.#row.length) this.#row = grown(this.#row, this.end);
    const row = this.#row;
    row[at + HEAD] = kind;
    row[at + FROM] = from;
    row[at + LINE] = line;
    row[at + START] = NOTHING;
    row[at + END] = NOTHING;
    row[at + ARGS] = NOTHING;
    row[at + COUNT] = 0;
    this.#last = at;
    this.#byFile.push(file, at);
  }

  /** Where it is written. */
  site(start: number, end: number): void {
    this.#row[this.#last + START] = start;
    this.#row[this.#last + END] = end;
  }

  mark(marks: number): void {
    this.#row[this.#last + HEAD] = (this.#row[this.#last + HEAD] as number) | marks;
  }

  written(args: number): void {
    this.#row[this.#last + ARGS] = args;
  }

  /** A symbol and how it was found, or the word for what is not ours and EXTERNAL or BUILTIN. */
  target(what: number, how: number): void {
    const at = this.end;
    this.end += 2;
    if (this.end >= this.#row.length) this.#row = grown(this.#row, this.end);
    this.#row[at] = what;
    this.#row[at + 1] = how;
    this.#row[this.#last + COUNT] = (this.#row[this.#last + COUNT] as number) + 1;
  }

  kind(edge: number): number {
    return (this.#row[edge + HEAD] as number) & KIND_BITS;
  }

  has(edge: number, mark: number): boolean {
    return ((this.#row[edge + HEAD] as number) & mark) !== 0;
  }

  marks(edge: number): number {
    return (this.#row[edge + HEAD] as number) & ~KIND_BITS;
  }

  from(edge: number): number {
    return this.#row[edge + FROM] as number;
  }

  line(edge: number): number {
    return this.#row[edge + LINE] as number;
  }

  /** -1 for a relation between symbols. */
  start(edge: number): number {
    return this.#row[edge + START] as number;
  }

  siteEnd(edge: number): number {
    return this.#row[edge + END] as number;
  }

  /** -1 where it is not known. */
  args(edge: number): number {
    return this.#row[edge + ARGS] as number;
  }

  count(edge: number): number {
    return this.#row[edge + COUNT] as number;
  }

  what(edge: number, place: number): number {
    return this.#row[edge + TARGETS + 2 * place] as number;
  }

  how(edge: number, place: number): number {
    return this.#row[edge + TARGETS + 2 * place + 1] as number;
  }

  after(edge: number): number {
    return edge + TARGETS + 2 * this.count(edge);
  }

  /** The edges of a file in the order of their lines. */
  ofFile(file: number): number[] {
    const row = this.#row;
    return this.#byFile.all(file).sort((a, b) => {
      const lines = (row[a + LINE] as number) - (row[b + LINE] as number);
      return lines || Math.max(0, row[a + START] as number) - Math.max(0, row[b + START] as number);
    });
  }

  /** A call of which nobody can say what it means. */
  unresolved(file: number, from: number, line: number): void {
    const at = this.#openEnd;
    this.#openEnd += OPEN_WIDTH;
    if (this.#openEnd >= this.#open.length) this.#open = grown(this.#open, this.#openEnd);
    this.#open[at + FROM - 1] = from;
    this.#open[at + LINE - 1] = line;
    this.#openByFile.push(file, at);
  }

  /** Where the last one stands, and what it is called there. */
  unresolvedAt(start: number, end: number, name: string): void {
    const at = this.#openEnd - OPEN_WIDTH;
    this.#open[at + START - 1] = start;
    this.#open[at + END - 1] = end;
    this.#open[at + WORD] = this.words.of(name);
  }

  unresolvedOf(file: number): number[] {
    return this.#openByFile.all(file);
  }

  openFrom(call: number): number {
    return this.#open[call + FROM - 1] as number;
  }

  openLine(call: number): number {
    return this.#open[call + LINE - 1] as number;
  }

  openSite(call: number): readonly [number, number] {
    return [this.#open[call + START - 1] as number, this.#open[call + END - 1] as number];
  }

  openWord(call: number): number {
    return this.#open[call + WORD] as number;
  }
}
