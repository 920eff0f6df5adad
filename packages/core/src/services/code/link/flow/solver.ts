/**
 * Where values can go: nodes hold values, a flow carries all that one node holds to another, and a reaction hears of every value
 * that comes to a node. Values are only ever added, so what is still to be carried is the tail of a node's list, and the order
 * in which things are told does not change what is found, only when.
 */
export type Reaction = (value: number) => void;

/** Holds nothing, ever: what is not followed flows from here and to here. */
export const NOWHERE = 0;

/** A node that could hold more says nothing any more: a name that means a hundred things tells nobody anything. */
const MOST_VALUES = 24;
const LINEAR = 12;

const NONE: readonly number[] = [];

/** Most nodes hold one thing or none and lead to one other: they cost no array. */
export class Solver {
  readonly #values: (number[] | undefined)[] = [undefined];
  readonly #sets = new Map<number, Set<number>>();
  readonly #flows: (number | number[] | undefined)[] = [undefined];
  readonly #reactions: (Reaction | Reaction[] | undefined)[] = [undefined];
  readonly #carried: number[] = [0];
  readonly #waiting: boolean[] = [false];
  #queue: number[] = [];
  #steps = 0;
  /** Nodes that were full, and whether the whole had to be cut short. */
  readonly full = new Set<number>();
  cutShort = false;

  node(): number {
    const id = this.#values.length;
    this.#values.push(undefined);
    this.#flows.push(undefined);
    this.#reactions.push(undefined);
    this.#carried.push(0);
    this.#waiting.push(false);
    return id;
  }

  get size(): number {
    return this.#values.length;
  }

  valuesOf(node: number): readonly number[] {
    return this.#values[node] ?? NONE;
  }

  add(node: number, value: number): void {
    if (node === NOWHERE) return;
    const values = (this.#values[node] ??= []);
    if (this.#has(node, value, values)) return;
    if (values.length >= MOST_VALUES) {
      this.full.add(node);
      return;
    }
    values.push(value);
    if (values.length > LINEAR) this.#remember(node, values);
    if (this.#waiting[node] || (this.#flows[node] === undefined && this.#reactions[node] === undefined)) return;
    this.#waiting[node] = true;
    this.#queue.push(node);
  }

  flow(from: number, to: number): void {
    if (from === to || from === NOWHERE || to === NOWHERE) return;
    this.#flows[from] = withAnother(this.#flows[from], to);
    for (const value of this.valuesOf(from)) this.add(to, value);
    if (!this.#waiting[from]) this.#carried[from] = this.valuesOf(from).length;
  }

  /** Also of those that are there already. */
  react(node: number, reaction: Reaction): void {
    if (node === NOWHERE) return;
    const values = this.valuesOf(node);
    if (!this.#waiting[node]) this.#carried[node] = values.length;
    const known = this.#carried[node] as number;
    this.#reactions[node] = withAnother(this.#reactions[node], reaction);
    for (let i = 0; i < known; i++) reaction(values[i] as number);
  }

  /** Carries on until nothing moves, or `most` steps are done. */
  run(most: number): void {
    for (let i = 0; i < this.#queue.length; i++) {
      if (this.#steps > most) {
        this.cutShort = true;
        break;
      }
      this.#carry(this.#queue[i] as number);
      if (i < 65_536) continue;
      this.#queue = this.#queue.slice(i + 1);
      i = -1;
    }
    this.#queue = [];
  }

  #carry(node: number): void {
    const values = this.valuesOf(node);
    const [first, last] = [this.#carried[node] as number, values.length];
    this.#carried[node] = last;
    this.#waiting[node] = false;
    // Those that are there now: whoever comes meanwhile is told by itself.
    const flows = listed(this.#flows[node]);
    const reactions = listed(this.#reactions[node]);
    const [flowCount, reactionCount] = [flows.length, reactions.length];
    this.#steps += (last - first) * (flowCount + reactionCount);
    for (let v = first; v < last; v++) {
      const value = values[v] as number;
      for (let i = 0; i < flowCount; i++) this.add(flows[i] as number, value);
      for (let i = 0; i < reactionCount; i++) (reactions[i] as Reaction)(value);
    }
  }

  #has(node: number, value: number, values: readonly number[]): boolean {
    if (values.length <= LINEAR) return values.includes(value);
    return this.#sets.get(node)?.has(value) ?? false;
  }

  #remember(node: number, values: readonly number[]): void {
    const set = this.#sets.get(node);
    if (set) set.add(values.at(-1) as number);
    else this.#sets.set(node, new Set(values));
  }
}

function withAnother<T extends number | Reaction>(there: T | T[] | undefined, more: T): T | T[] {
  if (there === undefined) return more;
  if (!Array.isArray(there)) return [there, more];
  there.push(more);
  return there;
}

function listed<T extends number | Reaction>(there: T | T[] | undefined): readonly T[] {
  if (there === undefined) return [];
  return Array.isArray(there) ? there : [there];
}
