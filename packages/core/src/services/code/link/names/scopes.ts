/** The names of every scope of every file, and what a name means where it is read. */
import type { CodeFlow, CodeImport, Expr } from '../../../../ports/index.ts';
import { NOWHERE, type Solver } from '../flow/solver.ts';
import type { Program, ProgramFile } from '../program.ts';
import { Binding, type Definition } from './binding.ts';
import { Regions } from './regions.ts';

export class Scopes {
  readonly #names: (Map<string, Binding> | undefined)[] = [];
  readonly #regions: Regions[] = [];
  readonly #program: Program;
  readonly #solver: Solver;
  /** `from x import *`, by scope. */
  readonly stars = new Map<number, CodeImport[]>();
  /** By flow object and name, so that lowering finds the definition that a target is. */
  readonly #written = new Map<Expr, Definition>();

  constructor(program: Program, solver: Solver) {
    this.#program = program;
    this.#solver = solver;
    for (const file of program.files) this.#collect(file);
    for (const file of program.files) this.#settle(file);
  }

  namesOf(scope: number): ReadonlyMap<string, Binding> | undefined {
    return this.#names[scope];
  }

  regionsOf(file: ProgramFile): Regions {
    return this.#regions[file.index] as Regions;
  }

  own(scope: number, name: string): Binding | undefined {
    return this.#names[scope]?.get(name);
  }

  /** The binding that a name has for who reads it in a scope of a file. */
  find(file: ProgramFile, scope: number, name: string): Binding | undefined {
    const { scopes } = file.facts;
    let inside = false;
    for (let at: number | null = scope; at !== null; at = scopes[at]?.parent ?? null) {
      const kind = scopes[at]?.kind;
      const found =
        kind === 'class' && hidesMembers(file, inside) ? undefined : this.#names[file.scopes + at]?.get(name);
      if (found) return found;
      inside ||= kind === 'function';
    }
    return undefined;
  }

  /** The node that a name is read from at a place. */
  read(file: ProgramFile, scope: number, { binding, at }: { binding: Binding; at: number }): number {
    if (binding.definitions.length < 2) return binding.node;
    const own = binding.scope - file.scopes;
    const runner = this.#program.runnerOf(file, scope);
    if (runner !== this.#program.runnerOf(file, own)) return binding.node;
    const [start, end] = this.#span(file, runner);
    return binding.at(at, this.regionsOf(file).loopAround(at, start, end));
  }

  /** The node that a target of a flow writes to. */
  written(target: Expr): number | undefined {
    return this.#written.get(target)?.node;
  }

  #span(file: ProgramFile, runner: number): readonly [number, number] {
    if (runner === file.symbols) return [-1, Number.MAX_SAFE_INTEGER];
    const { start, end } = this.#program.symbol(runner);
    return [start, end];
  }

  #bind(scope: number, name: string): Binding {
    const names = (this.#names[scope] ??= new Map());
    let binding = names.get(name);
    if (!binding) {
      binding = new Binding(scope);
      names.set(name, binding);
    }
    return binding;
  }

  #collect(file: ProgramFile): void {
    this.#regions.push(new Regions(file.facts.regions));
    this.#collectSymbols(file);
    for (const one of file.facts.imports) {
      const scope = file.scopes + one.scope;
      if (one.as === null) {
        if (one.name === '*') this.stars.set(scope, [...(this.stars.get(scope) ?? []), one]);
        continue;
      }
      const binding = this.#bind(scope, one.as);
      // Python's `import a.b` and `import a.c` are one name.
      if (binding.import === null) binding.import = one;
      this.#imports.set(one, binding.define(-1, false));
    }
    const assigned = file.facts.flows.filter((flow) => this.#declares(file, flow));
    for (const flow of assigned) this.#declareTarget(file, flow, flow.target as Expr);
    for (const flow of file.facts.flows) {
      if (flow.target && !this.#declares(file, flow)) this.#assignTarget(file, flow, flow.target);
    }
  }

  #declares(file: ProgramFile, flow: CodeFlow): boolean {
    return flow.target !== null && (flow.how === 'declare' || (file.language === 'python' && flow.how !== 'assign'));
  }

  #collectSymbols(file: ProgramFile): void {
    const hoists = file.language !== 'python';
    for (const [i, symbol] of file.facts.symbols.entries()) {
      if (i > 0 && symbol.name !== '' && symbol.owner === undefined) {
        const binding = this.#bind(file.scopes + symbol.scope, keyOf(symbol.name, symbol.flags, file.language));
        const isValue = !VALUELESS.has(symbol.kind);
        if (isValue) {
          binding.symbol = binding.symbol === null ? file.symbols + i : binding.symbol;
          const definition = binding.define(hoists && symbol.kind === 'function' ? -1 : symbol.start, !hoists);
          this.#definitions.set(file.symbols + i, definition);
        }
      }
      if (symbol.inner === null) continue;
      for (const [place, param] of symbol.params.entries()) {
        if (param.name === '') continue;
        const definition = this.#bind(file.scopes + symbol.inner, param.name).define(symbol.start, true);
        this.#params.set((file.symbols + i) * MOST_PARAMS + place, definition);
      }
    }
  }

  readonly #definitions = new Map<number, Definition>();
  readonly #imports = new Map<CodeImport, Definition>();
  readonly #params = new Map<number, Definition>();

  /** The node in which a definition stands under its name. */
  definition(symbol: number): number | undefined {
    return this.#definitions.get(symbol)?.node;
  }

  /** The node that an import goes to. */
  imported(one: CodeImport): number | undefined {
    return this.#imports.get(one)?.node;
  }

  /** The node that an argument goes to. */
  param(symbol: number, place: number): number {
    return this.#params.get(symbol * MOST_PARAMS + place)?.node ?? NOWHERE;
  }

  #declareTarget(file: ProgramFile, flow: CodeFlow, target: Expr): void {
    for (const name of namesIn(target)) {
      const binding = this.#bind(file.scopes + flow.scope, name[1]);
      this.#written.set(name, binding.define(flow.end, replaces(file, flow)));
    }
  }

  #assignTarget(file: ProgramFile, flow: CodeFlow, target: Expr): void {
    for (const name of namesIn(target)) {
      const binding = this.find(file, flow.scope, name[1]) ?? this.#bind(file.scopes, name[1]);
      const same =
        this.#program.runnerOf(file, binding.scope - file.scopes) === this.#program.runnerOf(file, flow.scope);
      if (!same) binding.isShared = true;
      this.#written.set(name, binding.define(flow.end, replaces(file, flow)));
    }
  }

  #settle(file: ProgramFile): void {
    const regions = this.regionsOf(file);
    for (let i = 0; i < file.facts.scopes.length; i++) {
      const names = this.#names[file.scopes + i];
      if (!names) continue;
      const span = this.#span(file, this.#program.runnerOf(file, i));
      for (const binding of names.values()) binding.settle(this.#solver, regions, span);
    }
  }
}

const MOST_PARAMS = 512;
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
