/**
 * Where values can go: nodes hold values, a flow carries all that one node holds to another, and a reaction hears of every value
 * that comes to a node. Values are only ever added, so what is still to be carried is the tail of a node's list, and the order
 * in which things are told does not change what is found, only when. Nodes, values and flows are numbers in rows.
 */
import { Lists } from '../numbers/lists.ts';
import { Row } from '../numbers/rows.ts';

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

/** A reaction is a handler and two numbers. */
const WIDTH = 3;

export class Solver {
  readonly #values = new Lists();
  readonly #flows = new Lists();
  readonly #reactions = new Lists();
  readonly #counts = new Row();
  /** The last cell of a node's values that has been carried on; 0 for none. */
  readonly #carried = new Row();
  readonly #waiting = new Row();
  readonly #full = new Row();
  readonly #fullOnes: number[] = [];
  readonly #told = new Row();
  readonly #handlers: Handler[] = [];
  readonly #closures: Reaction[] = [];
  readonly #closure = this.handler({ on: (value, first) => (this.#closures[first] as Reaction)(value) });
  readonly #matters: (value: number) => boolean;
  #size = 1;
  #reactionCount = 0;
  #queue: number[] = [];
  #next = 0;
  #steps = 0;
  cutShort = false;

  /** `matters`: whether leaving a value out leaves out something that could be called. */
  constructor(matters: (value: number) => boolean = () => true) {
    this.#matters = matters;
  }

  node(): number {
    return this.#size++;
  }

  get size(): number {
    return this.#size;
  }

  isEmpty(node: number): boolean {
    return this.#values.isEmpty(node);
  }

  valuesOf(node: number): number[] {
    return this.#values.all(node);
  }

  /** Nodes that came to hold less than they could, and all that would have had it from them. */
  lacking(): ReadonlySet<number> {
    const found = new Set(this.#fullOnes);
    for (const node of found) {
      for (const to of this.#flows.all(node)) found.add(to);
      for (const at of this.#reactions.all(node)) {
        const { into } = this.#handlers[this.#told.at(at)] as Handler;
        if (into) found.add(into(this.#told.at(at + 1), this.#told.at(at + 2)));
      }
    }
    found.delete(NOWHERE);
    return found;
  }

  add(node: number, value: number): void {
    const count = this.#counts.at(node);
    // What is known to be full has nothing to learn.
    if (node === NOWHERE || (count >= MOST_VALUES && this.#full.at(node) !== 0)) return undefined;
    if (this.#values.has(node, value)) return undefined;
    if (count >= MOST_VALUES) return this.#leaveOut(node, value);
    this.#counts.put(node, count + 1);
    this.#values.push(node, value);
    if (this.#waiting.at(node) !== 0 || (this.#flows.isEmpty(node) && this.#reactions.isEmpty(node))) return undefined;
    this.#waiting.put(node, 1);
    this.#queue.push(node);
    return undefined;
  }

  #leaveOut(node: number, value: number): void {
    if (this.#full.at(node) !== 0 || !this.#matters(value)) return;
    this.#full.put(node, 1);
    this.#fullOnes.push(node);
  }

  flow(from: number, to: number): void {
    if (from === to || from === NOWHERE || to === NOWHERE) return;
    this.#flows.push(from, to);
    const values = this.#values;
    for (let cell = values.first(from); cell !== 0; cell = values.next(cell)) this.add(to, values.value(cell));
    if (this.#waiting.at(from) === 0) this.#carried.put(from, values.last(from));
  }

  /** Also of those that are there already. */
  react(node: number, reaction: Reaction): void {
    if (node === NOWHERE) return;
    this.on(node, this.#closure, this.#closures.push(reaction) - 1);
  }

  handler(handler: Handler): number {
    return this.#handlers.push(handler) - 1;
  }

  /** As `react`, for what happens at very many nodes: it costs three numbers. */
  on(node: number, handler: number, first: number, second = 0): void {
    if (node === NOWHERE) return;
    if (this.#waiting.at(node) === 0) this.#carried.put(node, this.#values.last(node));
    const known = this.#carried.at(node);
    const at = this.#reactionCount++ * WIDTH;
    this.#told.put(at, handler);
    this.#told.put(at + 1, first);
    this.#told.put(at + 2, second);
    this.#reactions.push(node, at);
    if (known === 0) return;
    const { on } = this.#handlers[handler] as Handler;
    const values = this.#values;
    for (let cell = values.first(node); ; cell = values.next(cell)) {
      on(values.value(cell), first, second);
      if (cell === known) return;
    }
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
    const values = this.#values;
    const before = this.#carried.at(node);
    const last = values.last(node);
    this.#carried.put(node, last);
    this.#waiting.put(node, 0);
    // Those that are there now: whoever comes meanwhile is told by itself.
    const lastFlow = this.#flows.last(node);
    const lastReaction = this.#reactions.last(node);
    let cell = before === 0 ? values.first(node) : values.next(before);
    for (; cell !== 0; cell = cell === last ? 0 : values.next(cell)) {
      this.#carryTo(values.value(cell), this.#flows.first(node), lastFlow);
      this.#tell(values.value(cell), this.#reactions.first(node), lastReaction);
    }
  }

  #carryTo(value: number, first: number, last: number): void {
    if (last === 0) return;
    for (let cell = first; cell !== 0; cell = cell === last ? 0 : this.#flows.next(cell)) {
      this.#steps++;
      this.add(this.#flows.value(cell), value);
    }
  }

  #tell(value: number, first: number, last: number): void {
    if (last === 0) return;
    for (let cell = first; cell !== 0; cell = cell === last ? 0 : this.#reactions.next(cell)) {
      this.#steps++;
      const at = this.#reactions.value(cell);
      const { on } = this.#handlers[this.#told.at(at)] as Handler;
      on(value, this.#told.at(at + 1), this.#told.at(at + 2));
    }
  }
}
