/** Which classes there are, what each inherits, and which member a name is for an object of a class. */
import { linearize } from './mro.ts';
import { KIND } from '../flow/values.ts';
import type { World } from '../flow/world.ts';
import { keyOf } from '../names/scopes.ts';
import { Lists } from '../numbers/lists.ts';
import { Pairs } from '../numbers/pairs.ts';
import { Row } from '../numbers/rows.ts';

interface Entry {
  readonly bases: number[];
  readonly derived: Set<number>;
  readonly externals: number[];
  order: readonly number[] | null;
  /** All that was looked up in it, for when there is a new base. */
  readonly lookups: number[];
}

/** Where a member is looked up: what is put on the object as it runs, and what its class says. */
export interface Lookup {
  readonly fields: number;
  readonly members: number;
  readonly symbol: number;
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
  readonly #after = new Map<string, number>();
  readonly #lookups: Lookup[] = [];
  /** By the node that is looked up into: what flows into it already, for when it is asked again. */
  readonly #linked = new Lists();
  /** By word: the lookups, and whether anything was put anywhere under it. */
  readonly #asked = new Lists();
  readonly #stored = new Row();
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
      // A builtin that is inherited from is not ours either.
      entry.externals.push(values.named(KIND.external, String(values.text(value))));
      return;
    }
    const base = values.of(value);
    if ((kind !== KIND.class && kind !== KIND.function) || base === symbol || entry.bases.includes(base)) return;
    if (entry.bases.length >= MOST_BASES) return;
    entry.bases.push(base);
    this.entry(base).derived.add(symbol);
    const below = this.#below(symbol);
    for (const one of below) this.entry(one).order = null;
    for (const one of below)
      for (const place of this.entry(one).lookups.slice()) this.#fill(this.#lookups[place] as Lookup);
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

  externalsOf(symbol: number): number[] {
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
    return this.#newLookup(symbol, { word, isStatic, after });
  }

  #lookupAfter(symbol: number, ask: Pick<Lookup, 'word' | 'isStatic' | 'after'>): Lookup {
    const key = `${symbol} ${ask.isStatic} ${ask.after} ${ask.word}`;
    const there = this.#after.get(key);
    if (there !== undefined) return this.#lookups[there] as Lookup;
    this.#after.set(key, this.#lookups.length);
    return this.#newLookup(symbol, ask);
  }

  #newLookup(symbol: number, { word, isStatic, after }: Pick<Lookup, 'word' | 'isStatic' | 'after'>): Lookup {
    const { solver } = this.#world;
    const lookup = { fields: solver.node(), members: solver.node(), symbol, word, isStatic, after };
    const place = this.#lookups.push(lookup) - 1;
    this.#asked.push(word, place);
    this.#fill(lookup);
    this.entry(symbol).lookups.push(place);
    return lookup;
  }

  #fill(lookup: Lookup): void {
    const { solver, values, program, words } = this.#world;
    const { symbol, word, isStatic } = lookup;
    const name = words.text(word);
    const isSpace = program.symbol(symbol).kind === 'namespace';
    const key = keyOf(name, isStatic && !isSpace ? STATIC : NO_FLAGS, program.file(symbol).language);
    const own = this.#nearest(lookup, key);
    if (own !== undefined) this.#link(own, lookup.members);
    if (!isStatic) this.#fromBelow(lookup, symbol, name);
    if (this.#stored.at(word) === 1) this.#linkFields(lookup);
    if (own !== undefined) return;
    for (const external of this.externalsOf(symbol)) {
      solver.add(lookup.members, values.inside(external, { name, word, most: Infinity }));
    }
  }

  /** The first in the order that has the member itself. */
  #nearest(lookup: Lookup, key: string): number | undefined {
    const order = this.orderOf(lookup.symbol);
    let found: number | undefined;
    for (let i = this.#from(lookup, order); i < order.length; i++) {
      const one = order[i] as number;
      if (!lookup.isStatic) this.#fromReplaced(lookup, one);
      found ??= this.own(one, key);
    }
    return found;
  }

  #from({ after }: Lookup, order: readonly number[]): number {
    return after < 0 ? 0 : order.indexOf(after) + 1;
  }

  /**
   * Somebody puts something on a class or its objects. Most names of members are never put on any, and then nobody needs to look
   * through all that a class inherits; when it happens for the first time, those who have asked for the name are told.
   */
  heard(value: number, word: number): void {
    const kind = this.#world.values.kind(value);
    if (this.#stored.at(word) === 1) return;
    if (kind !== KIND.instance && kind !== KIND.class && kind !== KIND.prototype) return;
    this.#stored.put(word, 1);
    for (const place of this.#asked.all(word)) this.#linkFields(this.#lookups[place] as Lookup);
  }

  #linkFields(lookup: Lookup): void {
    const { fields, values, program } = this.#world;
    const { symbol, word, isStatic, members } = lookup;
    const order = this.orderOf(symbol);
    const isScript = program.file(symbol).language === 'javascript';
    for (let i = this.#from(lookup, order); i < order.length; i++) {
      const one = order[i] as number;
      this.#link(fields.at(values.make(isStatic ? KIND.class : KIND.instance, one), word), lookup.fields);
      // What was put on the class or its prototype from outside is a member too.
      if (!isStatic && program.isClass(one)) this.#link(fields.at(values.make(KIND.class, one), word), members);
      if (!isStatic && isScript) this.#link(fields.at(values.make(KIND.prototype, one), word), members);
    }
  }

  #link(from: number, into: number): void {
    if (this.#linked.pushOnce(into, from)) this.#world.solver.flow(from, into);
  }

  /** `f.prototype = x`: what `x` has is a member of what `f` makes. */
  #fromReplaced({ members, word }: Lookup, one: number): void {
    const { solver, fields, values, program } = this.#world;
    if (!program.isCallable(one) || program.file(one).language !== 'javascript') return;
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
