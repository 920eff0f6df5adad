/**
 * Where values can go: nodes hold values, a flow carries all that one node holds to another, and a reaction hears of every value
 * that comes to a node. Values are only ever added, so what is still to be carried is the tail of a node's list, and the order
 * in which things are told does not change what is found, only when. Nodes, values and flows are numbers in rows: all that is known of a
 * node lies side by side, because a step goes from any node to any other and waits for memory more than for anything else.
 */
import { grown } from '../numbers/rows.ts';

export type Reaction = (value: number) => void;

/** What happens with a value, told by two numbers that were given with it. */
export interface Handler {
  on(value: number, first: number, second: number): void;
  /** The node that what it finds goes to, so that what is missing here is known to be missing there. */
  into?(first: number, second: number): number;
}

/** Holds nothing, ever: what is not followed flows from here and to here. */
export const NOWHERE = 0;

/** A node that could hold more says nothing any more: a name that means a hundred things tells nobody anything. */
const MOST_VALUES = 24;

/** What is kept of a node: the cells at the ends of its three lists, the last cell that was carried on, and its state. */
const [FIRST_VALUE, LAST_VALUE, FIRST_FLOW, LAST_FLOW, FIRST_REACTION, LAST_REACTION, CARRIED, STATE] = [
  0, 1, 2, 3, 4, 5, 6, 7,
];
const NODE = 3;

/** A state is how many values there are, two marks, and a bit for each of some kinds of numbers that a value among them has. */
const COUNT = 31;
const [WAITING, FULL] = [32, 64];
const [FIRST_KIND, KINDS] = [7, 25];

/** A cell of values or flows is a number and the next cell; one of reactions has three numbers. There is no cell 0. */
const [VALUE, NEXT] = [0, 1];
const [HANDLER, FIRST, SECOND, NEXT_REACTION] = [0, 1, 2, 3];

export class Solver {
  #nodes: Int32Array;
  #cells: Int32Array;
  #told: Int32Array;
  #size = 1;
  #cellEnd = 2;
  #toldEnd = 4;
  readonly #fullOnes: number[] = [];
  readonly #handlers: Handler[] = [];
  readonly #closures: Reaction[] = [];
  readonly #closure = this.handler({ on: (value, first) => (this.#closures[first] as Reaction)(value) });
  readonly #matters: (value: number) => boolean;
  #queue: number[] = [];
  #next = 0;
  #steps = 0;
  cutShort = false;

  /**
   * `matters`: whether leaving a value out leaves out something that could be called. `nodes`: how many are expected; what is set aside
   * for them is memory only once something is written there.
   */
  constructor(matters: (value: number) => boolean = () => true, nodes = 1024) {
    this.#matters = matters;
    this.#nodes = new Int32Array(nodes << NODE);
    this.#cells = new Int32Array(nodes * 4);
    this.#told = new Int32Array(nodes * 4);
  }

  node(): number {
    const node = this.#size++;
    const end = (node << NODE) + STATE;
    if (end >= this.#nodes.length) this.#nodes = grown(this.#nodes, end);
    return node;
  }

  get size(): number {
    return this.#size;
  }

  isEmpty(node: number): boolean {
    return this.#nodes[(node << NODE) + FIRST_VALUE] === 0;
  }

  valuesOf(node: number): number[] {
    return this.#listed(this.#nodes[(node << NODE) + FIRST_VALUE] as number);
  }

  #listed(first: number): number[] {
    const found: number[] = [];
    for (let cell = first; cell !== 0; cell = this.#cells[cell + NEXT] as number)
      found.push(this.#cells[cell + VALUE] as number);
    return found;
  }

  /** Nodes that came to hold less than they could, and all that would have had it from them. */
  lacking(): ReadonlySet<number> {
    const found = new Set(this.#fullOnes);
    for (const node of found) {
      for (const to of this.#listed(this.#nodes[(node << NODE) + FIRST_FLOW] as number)) found.add(to);
      let at = this.#nodes[(node << NODE) + FIRST_REACTION] as number;
      for (; at !== 0; at = this.#told[at + NEXT_REACTION] as number) {
        const { into } = this.#handlers[this.#told[at + HANDLER] as number] as Handler;
        if (into) found.add(into(this.#told[at + FIRST] as number, this.#told[at + SECOND] as number));
      }
    }
    found.delete(NOWHERE);
    return found;
  }

  add(node: number, value: number): void {
    if (node === NOWHERE) return;
    const nodes = this.#nodes;
    const at = node << NODE;
    const state = nodes[at + STATE] as number;
    const isMany = (state & COUNT) >= MOST_VALUES;
    // What is known to be full has nothing to learn.
    if (isMany && (state & FULL) !== 0) return;
    const kind = 1 << (FIRST_KIND + (value % KINDS));
    if ((state & kind) !== 0 && this.#has(nodes[at + FIRST_VALUE] as number, value)) return;
    if (isMany) {
      this.#leaveOut(node, value);
      return;
    }
    this.#push(at + FIRST_VALUE, value);
    const isHeard = nodes[at + FIRST_FLOW] !== 0 || nodes[at + FIRST_REACTION] !== 0;
    if ((state & WAITING) === 0 && isHeard) {
      nodes[at + STATE] = (state + 1) | kind | WAITING;
      this.#queue.push(node);
    } else nodes[at + STATE] = (state + 1) | kind;
  }

  #has(first: number, value: number): boolean {
    const cells = this.#cells;
    for (let cell = first; cell !== 0; cell = cells[cell + NEXT] as number)
      if (cells[cell + VALUE] === value) return true;
    return false;
  }

  /** To the end of the list whose ends are kept here. */
  #push(ends: number, value: number): void {
    const cell = this.#cellEnd;
    this.#cellEnd += 2;
    if (cell + NEXT >= this.#cells.length) this.#cells = grown(this.#cells, cell + NEXT);
    this.#cells[cell + VALUE] = value;
    const last = this.#nodes[ends + 1] as number;
    if (last === 0) this.#nodes[ends] = cell;
    else this.#cells[last + NEXT] = cell;
    this.#nodes[ends + 1] = cell;
  }

  #leaveOut(node: number, value: number): void {
    if (!this.#matters(value)) return;
    this.#mark(node, FULL);
    this.#fullOnes.push(node);
  }

  #mark(node: number, mark: number): void {
    this.#nodes[(node << NODE) + STATE] = (this.#nodes[(node << NODE) + STATE] as number) | mark;
  }

  flow(from: number, to: number): void {
    if (from === to || from === NOWHERE || to === NOWHERE) return;
    const at = from << NODE;
    this.#push(at + FIRST_FLOW, to);
    let cell = this.#nodes[at + FIRST_VALUE] as number;
    for (; cell !== 0; cell = this.#cells[cell + NEXT] as number) this.add(to, this.#cells[cell + VALUE] as number);
    if (((this.#nodes[at + STATE] as number) & WAITING) === 0)
      this.#nodes[at + CARRIED] = this.#nodes[at + LAST_VALUE] as number;
  }

  /** Also of those that are there already. */
  react(node: number, reaction: Reaction): void {
    if (node === NOWHERE) return;
    this.on(node, this.#closure, this.#closures.push(reaction) - 1);
  }

  handler(handler: Handler): number {
    return this.#handlers.push(handler) - 1;
  }

  /** As `react`, for what happens at very many nodes: it costs four numbers. */
  on(node: number, handler: number, first: number, second = 0): void {
    if (node === NOWHERE) return;
    const at = node << NODE;
    if (((this.#nodes[at + STATE] as number) & WAITING) === 0)
      this.#nodes[at + CARRIED] = this.#nodes[at + LAST_VALUE] as number;
    const known = this.#nodes[at + CARRIED] as number;
    this.#listen(at, handler, first, second);
    if (known === 0) return;
    const { on } = this.#handlers[handler] as Handler;
    for (let cell = this.#nodes[at + FIRST_VALUE] as number; ; cell = this.#cells[cell + NEXT] as number) {
      on(this.#cells[cell + VALUE] as number, first, second);
      if (cell === known) return;
    }
  }

  #listen(at: number, handler: number, first: number, second: number): void {
    const told = this.#toldEnd;
    this.#toldEnd += 4;
    if (told + NEXT_REACTION >= this.#told.length) this.#told = grown(this.#told, told + NEXT_REACTION);
    this.#told[told + HANDLER] = handler;
    this.#told[told + FIRST] = first;
    this.#told[told + SECOND] = second;
    const last = this.#nodes[at + LAST_REACTION] as number;
    if (last === 0) this.#nodes[at + FIRST_REACTION] = told;
    else this.#told[last + NEXT_REACTION] = told;
    this.#nodes[at + LAST_REACTION] = told;
  }

  /** Carries on until nothing moves, or `most` steps are done in all; false if there is more to do after `slice` nodes. */
  run(most: number, slice = Infinity): boolean {
    for (let done = 0; this.#next < this.#queue.length; done++) {
      if (done >= slice) return false;
      if (this.#steps > most) {
        this.cutShort = true;
        break;
      }
      this.#carry(this.#queue[this.#next++] as number);
      if (this.#next < 65_536) continue;
      this.#queue = this.#queue.slice(this.#next);
      this.#next = 0;
    }
    this.#queue = [];
    this.#next = 0;
    return true;
  }

  #carry(node: number): void {
    const at = node << NODE;
    const before = this.#nodes[at + CARRIED] as number;
    const last = this.#nodes[at + LAST_VALUE] as number;
    this.#nodes[at + CARRIED] = last;
    this.#nodes[at + STATE] = (this.#nodes[at + STATE] as number) & ~WAITING;
    // Those that are there now: whoever comes meanwhile is told by itself.
    const lastFlow = this.#nodes[at + LAST_FLOW] as number;
    const lastReaction = this.#nodes[at + LAST_REACTION] as number;
    let cell = before === 0 ? (this.#nodes[at + FIRST_VALUE] as number) : (this.#cells[before + NEXT] as number);
    while (cell !== 0) {
      const value = this.#cells[cell + VALUE] as number;
      if (lastFlow !== 0) this.#carryTo(value, this.#nodes[at + FIRST_FLOW] as number, lastFlow);
      if (lastReaction !== 0) this.#tell(value, this.#nodes[at + FIRST_REACTION] as number, lastReaction);
      cell = cell === last ? 0 : (this.#cells[cell + NEXT] as number);
    }
  }

  #carryTo(value: number, first: number, last: number): void {
    for (let cell = first; cell !== 0; cell = cell === last ? 0 : (this.#cells[cell + NEXT] as number)) {
      this.#steps++;
      this.add(this.#cells[cell + VALUE] as number, value);
    }
  }

  #tell(value: number, first: number, last: number): void {
    for (let at = first; at !== 0; at = at === last ? 0 : (this.#told[at + NEXT_REACTION] as number)) {
      this.#steps++;
      const { on } = this.#handlers[this.#told[at + HANDLER] as number] as Handler;
      on(value, this.#told[at + FIRST] as number, this.#told[at + SECOND] as number);
    }
  }
}
