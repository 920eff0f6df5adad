/** Which classes there are, what each inherits, and which member a name is for an object of a class. */
import { linearize } from './mro.ts';
import { KIND } from '../flow/values.ts';
import type { World } from '../flow/world.ts';
import { keyOf } from '../names/scopes.ts';
import { Lists } from '../numbers/lists.ts';
import { Pairs } from '../numbers/pairs.ts';

interface Entry {
  readonly bases: number[];
  readonly derived: Set<number>;
  readonly externals: string[];
  order: readonly number[] | null;
  /** All that was looked up in it, for when there is a new base. */
  readonly lookups: Lookup[];
}

/** Where a member is looked up: what is put on the object as it runs, and what its class says. */
export interface Lookup {
  readonly fields: number;
  readonly members: number;
  readonly word: number;
  readonly isStatic: boolean;
  readonly after: number;
}

/** A base that is computed can be anything that comes along; a class has no more than these. */
const MOST_BASES = 12;

const STATIC: readonly string[] = ['static'];
const NO_FLAGS: readonly string[] = [];

export class ClassTable {
  readonly #world: World;
  readonly #entries: Entry[] = [];
  /** By class, twice that and one more for the class itself, and word: the place among all. Those `after` another class are apart. */
  readonly #places = new Pairs();
  readonly #after = new Map<string, Lookup>();
  readonly #lookups: Lookup[] = [];
  /** By the node that is looked up into: what flows into it already, for when it is asked again. */
  readonly #linked = new Lists();
  /** Members that are written outside the class: methods of Go, `impl` of Rust. */
  readonly #apart = new Map<number, Map<string, number>>();

  constructor(world: World) {
    this.#world = world;
  }

  entry(symbol: number): Entry {
    return (this.#entries[symbol] ??= { bases: [], derived: new Set(), externals: [], order: null, lookups: [] });
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
    for (const one of below) for (const lookup of this.entry(one).lookups.slice()) this.#fill(lookup, one);
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
    if (binding && binding.count > 0) return binding.last;
    return this.#apart.get(symbol)?.get(key);
  }

  /** For an object of the class, or for the class itself (`isStatic`); `after`: only what comes after that class. */
  lookup(symbol: number, word: number, { isStatic = false, after = -1 } = {}): Lookup {
    if (after >= 0) return this.#lookupAfter(symbol, { word, isStatic, after });
    const place = this.#places.get(symbol * 2 + (isStatic ? 1 : 0), word);
    if (place >= 0) return this.#lookups[place] as Lookup;
    this.#places.set(symbol * 2 + (isStatic ? 1 : 0), word, this.#lookups.length);
    const lookup = this.#newLookup({ word, isStatic, after });
    this.#lookups.push(lookup);
    return this.#filled(lookup, symbol);
  }

  #lookupAfter(symbol: number, ask: Pick<Lookup, 'word' | 'isStatic' | 'after'>): Lookup {
    const key = `${symbol} ${ask.isStatic} ${ask.after} ${ask.word}`;
    const there = this.#after.get(key);
    if (there) return there;
    const lookup = this.#newLookup(ask);
    this.#after.set(key, lookup);
    return this.#filled(lookup, symbol);
  }

  #newLookup({ word, isStatic, after }: Pick<Lookup, 'word' | 'isStatic' | 'after'>): Lookup {
    return { fields: this.#world.solver.node(), members: this.#world.solver.node(), word, isStatic, after };
  }

  #filled(lookup: Lookup, symbol: number): Lookup {
    this.#fill(lookup, symbol);
    this.entry(symbol).lookups.push(lookup);
    return lookup;
  }

  #fill(lookup: Lookup, symbol: number): void {
    const { solver, fields, values, program, words } = this.#world;
    const { word, isStatic, after } = lookup;
    const name = words.text(word);
    const order = this.orderOf(symbol);
    const isSpace = program.symbol(symbol).kind === 'namespace';
    const key = keyOf(name, isStatic && !isSpace ? STATIC : NO_FLAGS, program.file(symbol).language);
    let found = false;
    for (let i = after < 0 ? 0 : order.indexOf(after) + 1; i < order.length; i++) {
      const one = order[i] as number;
      this.#link(fields.at(values.make(isStatic ? KIND.class : KIND.instance, one), word), lookup.fields);
      if (!isStatic) this.#fromPrototype(lookup, one);
      const own = found ? undefined : this.own(one, key);
      if (own === undefined) continue;
      this.#link(own, lookup.members);
      found = true;
    }
    if (!isStatic) this.#fromBelow(lookup, symbol, name);
    if (found) return;
    for (const external of this.externalsOf(symbol)) {
      solver.add(lookup.members, values.named(KIND.external, `${external}.${name}`));
    }
  }

  #link(from: number, into: number): void {
    if (this.#linked.pushOnce(into, from)) this.#world.solver.flow(from, into);
  }

  /** What was put on the class or its prototype from outside. */
  #fromPrototype({ members, word }: Lookup, one: number): void {
    const { solver, fields, values, program } = this.#world;
    if (program.isClass(one)) this.#link(fields.at(values.make(KIND.class, one), word), members);
    if (program.file(one).language !== 'javascript') return;
    this.#link(fields.at(values.make(KIND.prototype, one), word), members);
    if (!program.isCallable(one)) return;
    const replaced = fields.node(values.make(KIND.function, one), 'prototype');
    if (!this.#linked.pushOnce(members, replaced)) return;
    const name = this.#world.words.text(word);
    solver.react(replaced, (value) => this.#world.loadRaw(value, name, members));
  }

  /** Of what only says that there is such a member, any that does it may be meant. */
  #fromBelow(lookup: Lookup, symbol: number, name: string): void {
    if (!this.#isOnlySaid(symbol, name)) return;
    for (const one of this.#below(symbol)) {
      const own = one === symbol ? undefined : this.own(one, name);
      if (own !== undefined) this.#link(own, lookup.members);
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
