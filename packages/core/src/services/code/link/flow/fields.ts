/** What objects hold under names and places: one node for each that is known, and one for what goes to a place nobody can tell. */
import type { Solver } from './solver.ts';

export type Watcher = (name: string, node: number) => void;

const ANYWHERE = '\0any';

export class Fields {
  readonly #solver: Solver;
  readonly #fields = new Map<number, Map<string, number>>();
  readonly #watchers = new Map<number, Watcher[]>();
  readonly #elements = new Map<number, number>();

  constructor(solver: Solver) {
    this.#solver = solver;
  }

  /** Of what is written there. A place that is not known yet is heard of by all who watch. */
  node(value: number, name: string): number {
    let fields = this.#fields.get(value);
    if (!fields) this.#fields.set(value, (fields = new Map()));
    let node = fields.get(name);
    if (node !== undefined) return node;
    node = this.#solver.node();
    fields.set(name, node);
    for (const watcher of this.#watchers.get(value) ?? []) watcher(name, node);
    return node;
  }

  has(value: number, name: string): boolean {
    return this.#fields.get(value)?.has(name) ?? false;
  }

  namesOf(value: number): string[] {
    return [...(this.#fields.get(value)?.keys() ?? [])].filter((name) => name !== ANYWHERE);
  }

  /** Of what is written to some place of it. */
  anywhere(value: number): number {
    return this.node(value, ANYWHERE);
  }

  /** Hears of all places, those to come too. `anywhere` has the name null. */
  watch(value: number, watcher: (name: string | null, node: number) => void): void {
    const told: Watcher = (name, node) => {
      if (name !== PARENT) watcher(name === ANYWHERE ? null : name, node);
    };
    const watchers = this.#watchers.get(value);
    if (watchers) watchers.push(told);
    else this.#watchers.set(value, [told]);
    // Those that are made while this goes on are told by whoever makes them.
    for (const [name, node] of Array.from(this.#fields.get(value) ?? [])) told(name, node);
  }

  /** All that it holds, wherever. */
  elements(value: number): number {
    let node = this.#elements.get(value);
    if (node !== undefined) return node;
    node = this.#solver.node();
    this.#elements.set(value, node);
    const all = node;
    this.watch(value, (_, one) => this.#solver.flow(one, all));
    return node;
  }
}

/** What an object of JavaScript takes from when it has no such field itself. */
export const PARENT = '__proto__';
