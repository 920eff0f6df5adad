/**
 * A name in a scope and what it holds. Where it is given a new value in code that runs once and in order, what it held before is
 * gone for those who read it later in the same function; everyone else (closures, loops, other files) may see any of its values.
 */
import type { CodeImport } from '../../../../ports/index.ts';
import { NOWHERE, type Solver } from '../flow/solver.ts';
import type { Regions } from './regions.ts';

export interface Definition {
  readonly at: number;
  /** Takes the place of what was there, if it is sure to run. */
  readonly replaces: boolean;
  /** Where its node is told. */
  readonly slot: number;
}

export class Binding {
  /** All that it ever holds. */
  node = NOWHERE;
  readonly scope: number;
  /** How many definitions it has. */
  count = 0;
  /** What it is defined as, where a definition or an import says it. */
  symbol: number | null = null;
  import: CodeImport | null = null;
  /** Some other function writes to it: then nobody can tell from the text what was last. */
  isShared = false;
  /** Most names have one; then it is no list. */
  #definitions: Definition | Definition[] | null = null;
  #versions: { readonly at: number; readonly node: number }[] | null = null;

  constructor(scope: number) {
    this.scope = scope;
  }

  define(at: number, replaces: boolean, slot: number): void {
    const definition = { at, replaces, slot };
    this.count++;
    if (this.#definitions === null) this.#definitions = definition;
    else if (Array.isArray(this.#definitions)) this.#definitions.push(definition);
    else this.#definitions = [this.#definitions, definition];
  }

  /** Once all definitions are known: one node for all of them, or one for each stretch between those that replace. */
  settle(
    solver: Solver,
    slots: Int32Array,
    where: { regions: Regions; span: readonly [start: number, end: number] },
  ): void {
    this.node = solver.node();
    const all = this.#definitions;
    if (all === null) return;
    if (Array.isArray(all)) this.#settleMany(all, { solver, slots, ...where });
    else {
      slots[all.slot] = this.node;
      this.#definitions = null;
    }
  }

  #settleMany(
    all: Definition[],
    {
      solver,
      slots,
      regions,
      span,
    }: { solver: Solver; slots: Int32Array; regions: Regions; span: readonly [number, number] },
  ): void {
    all.sort((a, b) => a.at - b.at);
    const sure = all.map(({ at, replaces }) => replaces && (at <= span[0] || regions.isSure(at, span[0], span[1])));
    if (this.isShared || !sure.includes(true, 1)) {
      for (const { slot } of all) slots[slot] = this.node;
      this.#definitions = null;
      return;
    }
    const versions: { at: number; node: number }[] = [];
    for (const [i, one] of all.entries()) {
      if (i === 0 || sure[i]) versions.push({ at: i === 0 ? -1 : one.at, node: solver.node() });
      slots[one.slot] = versions.at(-1)?.node ?? this.node;
    }
    for (const { node } of versions) solver.flow(node, this.node);
    this.#versions = versions;
  }

  /** What somebody who reads it at `at`, in the same run of the same function, can find. */
  at(at: number, loop: readonly [start: number, end: number] | null): number {
    if (!this.#versions) return this.node;
    if (loop && (this.#definitions as Definition[]).some((one) => one.at > loop[0] && one.at <= loop[1]))
      return this.node;
    return this.#versions.findLast((version) => version.at <= at)?.node ?? this.node;
  }

  /** Whether what is read depends on where it is read. */
  get isVersioned(): boolean {
    return this.#versions !== null;
  }

  /** What others find when the file has run. */
  get last(): number {
    return this.#versions?.at(-1)?.node ?? this.node;
  }
}
