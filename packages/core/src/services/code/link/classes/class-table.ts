/** Which classes there are, what each inherits, and which member a name is for an object of a class. */
import { linearize } from './mro.ts';
import { KIND } from '../flow/values.ts';
import type { World } from '../flow/world.ts';
import { keyOf } from '../names/scopes.ts';

interface Entry {
  readonly bases: number[];
  readonly derived: Set<number>;
  readonly externals: string[];
  order: readonly number[] | null;
  readonly renew: (() => void)[];
}

/** Where a member is looked up: what is put on the object as it runs, and what its class says. */
export interface Lookup {
  readonly fields: number;
  readonly members: number;
  /** What flows into it already, for when it is asked again because there is a new base. */
  readonly linked: Set<number>;
}

/** A base that is computed can be anything that comes along; a class has no more than these. */
const MOST_BASES = 12;

export class ClassTable {
  readonly #world: World;
  readonly #entries = new Map<number, Entry>();
  readonly #lookups = new Map<string, Lookup>();
  /** Members that are written outside the class: methods of Go, `impl` of Rust. */
  readonly #apart = new Map<number, Map<string, number>>();

  constructor(world: World) {
    this.#world = world;
  }

  entry(symbol: number): Entry {
    let entry = this.#entries.get(symbol);
    if (!entry) {
      entry = { bases: [], derived: new Set(), externals: [], order: null, renew: [] };
      this.#entries.set(symbol, entry);
    }
    return entry;
  }

  addMember(owner: number, name: string, symbol: number): void {
    const members = this.#apart.get(owner) ?? new Map<string, number>();
    this.#apart.set(owner, members);
    const node = members.get(name) ?? this.#world.solver.node();
    members.set(name, node);
    this.#world.solver.add(node, this.#world.values.make(KIND.function, symbol));
  }

  /** A value came to where a base is written. */
  inherit(symbol: number, value: number): void {
    const { values } = this.#world;
    const kind = values.kind(value);
    const entry = this.entry(symbol);
    if (kind === KIND.external || kind === KIND.builtin) {
      entry.externals.push(String(values.text(value)));
      return;
    }
    const base = values.of(value);
    if ((kind !== KIND.class && kind !== KIND.function) || base === symbol || entry.bases.includes(base)) return;
    if (entry.bases.length >= MOST_BASES) return;
    entry.bases.push(base);
    this.entry(base).derived.add(symbol);
    const below = this.#below(symbol);
    for (const one of below) this.entry(one).order = null;
    for (const one of below) for (const renew of this.entry(one).renew.slice()) renew();
  }

  orderOf(symbol: number): readonly number[] {
    const entry = this.entry(symbol);
    if (entry.order) return entry.order;
    // Should it inherit from itself by some way round, this is what the others see of it meanwhile.
    entry.order = [symbol];
    entry.order = linearize(
      symbol,
      entry.bases,
      entry.bases.map((base) => this.orderOf(base)),
    );
    return entry.order;
  }

  derives(symbol: number, from: number): boolean {
    return this.orderOf(symbol).includes(from);
  }

  externalsOf(symbol: number): string[] {
    return this.orderOf(symbol).flatMap((one) => this.entry(one).externals);
  }

  /** The node of a member that the class itself has. */
  own(symbol: number, key: string): number | undefined {
    const inner = this.#world.program.innerScope(symbol);
    const binding = inner === null ? undefined : this.#world.scopes.own(inner, key);
    if (binding && binding.definitions.length > 0) return binding.last;
    return this.#apart.get(symbol)?.get(key);
  }

  /** For an object of the class, or for the class itself (`isStatic`); `after`: only what comes after that class. */
  lookup(symbol: number, name: string, { isStatic = false, after = -1 } = {}): Lookup {
    const key = `${symbol} ${isStatic} ${after} ${name}`;
    let lookup = this.#lookups.get(key);
    if (lookup) return lookup;
    lookup = { fields: this.#world.solver.node(), members: this.#world.solver.node(), linked: new Set() };
    this.#lookups.set(key, lookup);
    const made = lookup;
    const fill = (): void => this.#fill(made, symbol, { name, isStatic, after });
    fill();
    this.entry(symbol).renew.push(fill);
    return lookup;
  }

  #fill(lookup: Lookup, symbol: number, ask: { name: string; isStatic: boolean; after: number }): void {
    const { solver, fields, values, program } = this.#world;
    const order = this.orderOf(symbol);
    const from = ask.after < 0 ? 0 : order.indexOf(ask.after) + 1;
    const language = program.file(symbol).language;
    const isSpace = program.symbol(symbol).kind === 'namespace';
    const key = keyOf(ask.name, ask.isStatic && !isSpace ? ['static'] : [], language);
    let found = false;
    for (const one of order.slice(from)) {
      const kind = ask.isStatic ? KIND.class : KIND.instance;
      this.#link(fields.node(values.make(kind, one), ask.name), lookup.fields, lookup);
      if (!ask.isStatic) this.#fromPrototype(lookup, one, ask.name);
      const own = found ? undefined : this.own(one, key);
      if (own === undefined) continue;
      this.#link(own, lookup.members, lookup);
      found = true;
    }
    if (!ask.isStatic) this.#fromBelow(lookup, symbol, ask.name);
    if (found) return;
    for (const external of this.externalsOf(symbol)) {
      solver.add(lookup.members, values.named(KIND.external, `${external}.${ask.name}`));
    }
  }

  #link(from: number, into: number, { linked }: Lookup): void {
    if (linked.has(from)) return;
    linked.add(from);
    this.#world.solver.flow(from, into);
  }

  /** What was put on the class or its prototype from outside. */
  #fromPrototype(lookup: Lookup, one: number, name: string): void {
    const { solver, fields, values, program } = this.#world;
    if (program.isClass(one)) this.#link(fields.node(values.make(KIND.class, one), name), lookup.members, lookup);
    if (program.file(one).language !== 'javascript') return;
    this.#link(fields.node(values.make(KIND.prototype, one), name), lookup.members, lookup);
    if (!program.isCallable(one)) return;
    const replaced = fields.node(values.make(KIND.function, one), 'prototype');
    if (lookup.linked.has(replaced)) return;
    lookup.linked.add(replaced);
    solver.react(replaced, (value) => this.#world.loadRaw(value, name, lookup.members));
  }

  /** Of what only says that there is such a member, any that does it may be meant. */
  #fromBelow(lookup: Lookup, symbol: number, name: string): void {
    if (!this.#isOnlySaid(symbol, name)) return;
    for (const one of this.#below(symbol)) {
      const own = one === symbol ? undefined : this.own(one, name);
      if (own !== undefined) this.#link(own, lookup.members, lookup);
    }
  }

  #isOnlySaid(symbol: number, name: string): boolean {
    const { program, scopes } = this.#world;
    const { kind } = program.symbol(symbol);
    if (kind === 'interface' || kind === 'trait') return true;
    const inner = program.innerScope(symbol);
    const member = inner === null ? null : (scopes.own(inner, name)?.symbol ?? null);
    return member !== null && program.symbol(member).flags.includes('abstract');
  }

  #below(symbol: number): Set<number> {
    const all = new Set([symbol]);
    for (const one of all) for (const derived of this.entry(one).derived) all.add(derived);
    return all;
  }
}
