/** What objects hold under names and places: one node for each that is known, and one for what goes to a place nobody can tell. */
import { Lists } from '../numbers/lists.ts';
import { Pairs } from '../numbers/pairs.ts';
import { Row } from '../numbers/rows.ts';
import type { Words } from '../numbers/words.ts';
import type { Solver } from './solver.ts';

/** `anywhere` has the name null. */
export type Watcher = (name: string | null, node: number) => void;

const ANYWHERE = '\0any';
/** What an object of JavaScript takes from when it has no such field itself. */
const PARENT = '__proto__';

export class Fields {
  readonly #solver: Solver;
  readonly #words: Words;
  readonly #anywhere: number;
  readonly #parent: number;
  /** By value and word. */
  readonly #nodes = new Pairs(65_536);
  /** Of a value, the words of its fields, as they came. */
  readonly #names = new Lists();
  readonly #watchers = new Map<number, Watcher[]>();
  readonly #elements = new Row();

  /** Hears of every new place of anything. */
  onNew: (value: number, word: number) => void = () => undefined;

  constructor(solver: Solver, words: Words) {
    this.#solver = solver;
    this.#words = words;
    this.#anywhere = words.of(ANYWHERE);
    this.#parent = words.of(PARENT);
  }

  /** Of what is written there. A place that is not known yet is heard of by all who watch. */
  node(value: number, name: string): number {
    return this.at(value, this.#words.of(name));
  }

  /** The same, by the number of the name. */
  at(value: number, word: number): number {
    let node = this.#nodes.get(value, word);
    if (node >= 0) return node;
    node = this.#solver.node();
    this.#nodes.set(value, word, node);
    this.#names.push(value, word);
    this.onNew(value, word);
    const watchers = this.#watchers.get(value);
    if (watchers) for (const watcher of watchers) this.#tell(watcher, word, node);
    return node;
  }

  has(value: number, name: string): boolean {
    const word = this.#words.known(name);
    return word >= 0 && this.#nodes.get(value, word) >= 0;
  }

  parentOf(value: number): number {
    return this.at(value, this.#parent);
  }

  /** Of what is written to some place of it. */
  anywhere(value: number): number {
    return this.at(value, this.#anywhere);
  }

  /** Hears of all places, those to come too. */
  watch(value: number, watcher: Watcher): void {
    const watchers = this.#watchers.get(value);
    if (watchers) watchers.push(watcher);
    else this.#watchers.set(value, [watcher]);
    // Those that are made while this goes on are told by whoever makes them.
    const last = this.#names.last(value);
    if (last === 0) return;
    for (let cell = this.#names.first(value); cell !== 0; cell = cell === last ? 0 : this.#names.next(cell)) {
      const word = this.#names.value(cell);
      this.#tell(watcher, word, this.#nodes.get(value, word));
    }
  }

  /** All that it holds, wherever. */
  elements(value: number): number {
    const there = this.#elements.at(value);
    if (there !== 0) return there;
    const all = this.#solver.node();
    this.#elements.put(value, all);
    this.watch(value, (_, one) => this.#solver.flow(one, all));
    return all;
  }

  #tell(watcher: Watcher, word: number, node: number): void {
    if (word !== this.#parent) watcher(word === this.#anywhere ? null : this.#words.text(word), node);
  }
}
