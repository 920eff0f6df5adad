/** Edges between symbols of the repository as rows of numbers, in blocks: millions of them, until it is known who comes to whom. */
import type { EdgeHow, EdgeKind } from '../link/index.ts';

export interface EdgeRow {
  /** Places of files and, in each, of symbols; -1 for the file itself. */
  toFile: number;
  to: number;
  fromFile: number;
  from: number;
  line: number;
  kind: EdgeKind;
  how: EdgeHow;
  implied: boolean;
  low: boolean;
  /** As in `LinkEdge`; -1 where it is not known. */
  args: number;
  member: boolean;
  /** How many the call may mean, and how many of those are ours. */
  candidates: number;
  ours: number;
}

const KINDS: readonly EdgeKind[] = ['call', 'inherits', 'implements', 'overrides', 'references', 'tests'];
const HOWS: readonly EdgeHow[] = ['scope', 'import', 'self', 'type', 'flow', 'unique-name'];
const [IMPLIED, LOW, MEMBER] = [64, 128, 256];
/** The number of arguments, and one more, stands above the marks. */
const ARGS = 9;
const MOST_ARGS = 1000;
const WIDTH = 8;
const BLOCK = 1 << 15;

export class EdgeRows {
  readonly #blocks: Int32Array[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  push(row: EdgeRow): void {
    const at = (this.#count % BLOCK) * WIDTH;
    if (at === 0) this.#blocks.push(new Int32Array(BLOCK * WIDTH));
    const block = this.#blocks.at(-1) as Int32Array;
    const marks = (row.implied ? IMPLIED : 0) | (row.low ? LOW : 0) | (row.member ? MEMBER : 0);
    const args = (Math.min(row.args, MOST_ARGS) + 1) << ARGS;
    block[at] = row.toFile;
    block[at + 1] = row.to;
    block[at + 2] = row.fromFile;
    block[at + 3] = row.from;
    block[at + 4] = row.line;
    block[at + 5] = KINDS.indexOf(row.kind) | (HOWS.indexOf(row.how) << 3) | marks | args;
    block[at + 6] = row.candidates;
    block[at + 7] = row.ours;
    this.#count++;
  }

  at(place: number): EdgeRow {
    const block = this.#blocks[Math.floor(place / BLOCK)] as Int32Array;
    const start = (place % BLOCK) * WIDTH;
    const number = (column: number): number => block[start + column] as number;
    const said = number(5);
    return {
      toFile: number(0),
      to: number(1),
      fromFile: number(2),
      from: number(3),
      line: number(4),
      kind: KINDS[said & 7] ?? 'call',
      how: HOWS[(said >> 3) & 7] ?? 'unique-name',
      implied: (said & IMPLIED) !== 0,
      low: (said & LOW) !== 0,
      args: (said >> ARGS) - 1,
      member: (said & MEMBER) !== 0,
      candidates: number(6),
      ours: number(7),
    };
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
    return (this.#blocks[Math.floor(place / BLOCK)] as Int32Array)[(place % BLOCK) * WIDTH] as number;
  }
}

function add(row: Int32Array, place: number): void {
  row[place] = (row[place] as number) + 1;
}
