/** The names of every scope of every file, and what a name means where it is read. */
import type { CodeFlow, CodeImport, CodeParam, CodeSymbol, Expr } from '../../../../ports/index.ts';
import { NOWHERE, type Solver } from '../flow/solver.ts';
import type { Program, ProgramFile } from '../program.ts';
import { Lists } from '../numbers/lists.ts';
import { Pairs } from '../numbers/pairs.ts';
import type { Words } from '../numbers/words.ts';
import { Binding } from './binding.ts';
import { Regions } from './regions.ts';

export class Scopes {
  readonly #program: Program;
  readonly #solver: Solver;
  readonly #words: Words;
  readonly #bindings: Binding[] = [];
  /** By scope and word, the place among the bindings; by scope, all of them. */
  readonly #places = new Pairs(65_536);
  readonly #ofScope = new Lists();
  readonly #regions: Regions[] = [];
  /** `from x import *`, by scope. */
  readonly stars = new Map<number, CodeImport[]>();
  /** The nodes of definitions: those of symbols, then of parameters, of imports, of flows to one name, of names in patterns. */
  #slots: Int32Array;
  readonly #params: number;
  readonly #imports: number;
  readonly #flows: number;
  /** Names in patterns, by what they are in the facts. */
  readonly #inPatterns = new Map<Expr, number>();
  #slotCount: number;

  constructor(program: Program, solver: Solver, words: Words) {
    this.#program = program;
    this.#solver = solver;
    this.#words = words;
    const { params, imports, flows } = program.counts;
    this.#params = program.symbols.length;
    this.#imports = this.#params + params;
    this.#flows = this.#imports + imports;
    this.#slotCount = this.#flows + flows;
    this.#slots = new Int32Array(0);
  }

  /** After all files are collected. */
  settle(file: ProgramFile): void {
    if (this.#slots.length === 0) this.#slots = new Int32Array(this.#slotCount);
    const regions = this.regionsOf(file);
    for (let i = 0; i < file.facts.scopes.length; i++) {
      const span = this.#span(file, this.#program.runnerOf(file, i));
      const all = this.#ofScope;
      for (let cell = all.first(file.scopes + i); cell !== 0; cell = all.next(cell))
        (this.#bindings[all.value(cell)] as Binding).settle(this.#solver, this.#slots, { regions, span });
    }
  }

  regionsOf(file: ProgramFile): Regions {
    return this.#regions[file.index] as Regions;
  }

  own(scope: number, name: string): Binding | undefined {
    const word = this.#words.known(name);
    return word < 0 ? undefined : this.#own(scope, word);
  }

  #own(scope: number, word: number): Binding | undefined {
    const place = this.#places.get(scope, word);
    return place < 0 ? undefined : this.#bindings[place];
  }

  /** The binding that a name has for who reads it in a scope of a file. */
  find(file: ProgramFile, scope: number, name: string): Binding | undefined {
    const word = this.#words.known(name);
    if (word < 0) return undefined;
    const { scopes } = file.facts;
    let inside = false;
    for (let at: number | null = scope; at !== null; at = scopes[at]?.parent ?? null) {
      const kind = scopes[at]?.kind;
      const found = kind === 'class' && hidesMembers(file, inside) ? undefined : this.#own(file.scopes + at, word);
      if (found) return found;
      inside ||= kind === 'function';
    }
    return undefined;
  }

  /** The node that a name is read from at a place. */
  read(file: ProgramFile, scope: number, { binding, at }: { binding: Binding; at: number }): number {
    if (!binding.isVersioned) return binding.node;
    const own = binding.scope - file.scopes;
    const runner = this.#program.runnerOf(file, scope);
    if (runner !== this.#program.runnerOf(file, own)) return binding.node;
    const [start, end] = this.#span(file, runner);
    return binding.at(at, this.regionsOf(file).loopAround(at, start, end));
  }

  /** The node in which a definition stands under its name. */
  definition(symbol: number): number {
    return this.#slots[symbol] as number;
  }

  /** The node that an argument goes to. */
  param(symbol: number, place: number): number {
    return this.#slots[this.#params + (this.#program.paramsOf[symbol] as number) + place] as number;
  }

  /** The node that an import goes to, by its place in the file. */
  imported(file: ProgramFile, place: number): number {
    return this.#slots[this.#imports + file.imports + place] as number;
  }

  /** The node that a flow writes to, by its place in the file, where its target is a name. */
  writtenBy(file: ProgramFile, place: number): number {
    return this.#slots[this.#flows + file.flows + place] as number;
  }

  /** The node that a name in a pattern writes to. */
  written(target: Expr): number {
    const slot = this.#inPatterns.get(target);
    return slot === undefined ? NOWHERE : (this.#slots[slot] as number);
  }

  #span(file: ProgramFile, runner: number): readonly [number, number] {
    if (runner === file.symbols) return [-1, Number.MAX_SAFE_INTEGER];
    const { start, end } = this.#program.symbol(runner);
    return [start, end];
  }

  #bind(scope: number, name: string): Binding {
    const word = this.#words.of(name);
    const there = this.#own(scope, word);
    if (there) return there;
    const binding = new Binding(scope);
    const place = this.#bindings.push(binding) - 1;
    this.#places.set(scope, word, place);
    this.#ofScope.push(scope, place);
    return binding;
  }

  collect(file: ProgramFile): void {
    this.#regions.push(new Regions(file.facts.regions));
    this.#collectSymbols(file);
    for (const [i, one] of file.facts.imports.entries()) {
      const scope = file.scopes + one.scope;
      if (one.as === null) {
        if (one.name === '*') this.stars.set(scope, [...(this.stars.get(scope) ?? []), one]);
        continue;
      }
      const binding = this.#bind(scope, one.as);
      // Python's `import a.b` and `import a.c` are one name.
      if (binding.import === null) binding.import = one;
      binding.define(-1, false, this.#imports + file.imports + i);
    }
    const { flows } = file.facts;
    for (const declared of [true, false]) {
      for (let i = 0; i < flows.length; i++) {
        const flow = flows[i] as CodeFlow;
        if (flow.target && declares(file, flow) === declared) this.#collectTarget(file, flow, i);
      }
    }
  }

  #collectSymbols(file: ProgramFile): void {
    const hoists = file.language !== 'python';
    const { symbols } = file.facts;
    for (let i = 0; i < symbols.length; i++) {
      const symbol = symbols[i] as CodeSymbol;
      const id = file.symbols + i;
      if (i > 0 && symbol.name !== '' && symbol.owner === undefined) {
        const binding = this.#bind(file.scopes + symbol.scope, keyOf(symbol.name, symbol.flags, file.language));
        if (!VALUELESS.has(symbol.kind)) {
          binding.symbol ??= id;
          binding.define(hoists && symbol.kind === 'function' ? -1 : symbol.start, !hoists, id);
        } else if (isAlias(symbol)) binding.define(-1, false, id);
      }
      if (symbol.inner !== null) this.#collectParams(file, symbol, id);
    }
  }

  #collectParams(file: ProgramFile, { params, inner, start }: CodeSymbol, id: number): void {
    const first = this.#params + (this.#program.paramsOf[id] as number);
    for (let place = 0; place < params.length; place++) {
      const { name } = params[place] as CodeParam;
      if (name !== '') this.#bind(file.scopes + (inner as number), name).define(start, true, first + place);
    }
  }

  #collectTarget(file: ProgramFile, flow: CodeFlow, i: number): void {
    const target = flow.target as Expr;
    if (target[0] === 'n')
      return this.#collectName(file, flow, { name: target[1], slot: this.#flows + file.flows + i });
    for (const name of namesIn(target)) {
      const slot = this.#slotCount++;
      this.#inPatterns.set(name, slot);
      this.#collectName(file, flow, { name: name[1], slot });
    }
    return undefined;
  }

  #collectName(file: ProgramFile, flow: CodeFlow, { name, slot }: { name: string; slot: number }): void {
    const own = file.scopes + flow.scope;
    const binding = declares(file, flow)
      ? this.#bind(own, name)
      : (this.find(file, flow.scope, name) ?? this.#bind(file.scopes, name));
    const runner = this.#program.runnerOf(file, binding.scope - file.scopes);
    if (runner !== this.#program.runnerOf(file, flow.scope)) binding.isShared = true;
    binding.define(flow.end, replaces(file, flow), slot);
  }
}

function declares({ language }: ProgramFile, { how }: CodeFlow): boolean {
  return how === 'declare' || (language === 'python' && how !== 'assign');
}

/** A name for a type, which can be imported as values are. */
function isAlias({ kind, type }: CodeSymbol): boolean {
  return kind === 'type' && type !== null;
}

const VALUELESS: ReadonlySet<string> = new Set(['field', 'variable', 'constant', 'property', 'type']);

/** Where members of a class are only reached through it; Python lets its own body, but not its methods, name them. */
function hidesMembers({ language }: ProgramFile, inside: boolean): boolean {
  return language === 'javascript' || (language === 'python' && inside);
}

/** What a class has for itself and what it gives its objects may have one name. */
export function keyOf(name: string, flags: readonly string[], language: string): string {
  return language === 'javascript' && flags.includes('static') ? `static ${name}` : name;
}

/** A decorator's value stands beside what it decorates: who calls the name calls both, in the reader's eyes. */
function replaces(file: ProgramFile, { value, how }: CodeFlow): boolean {
  if (how === 'iterate') return false;
  return !(value[0] === 'c' && file.facts.calls[value[1]]?.implied === 'decorator');
}

function namesIn(target: Expr): (readonly ['n', string])[] {
  switch (target[0]) {
    case 'n':
      return [target];
    case 'l':
      return target[1].flatMap(namesIn);
    case 'o':
      return target[1].flatMap(([, value]) => namesIn(value));
    case 'e':
      return namesIn(target[1]);
    case 'u':
      return target[1].slice(0, 1).flatMap(namesIn);
    default:
      return [];
  }
}
