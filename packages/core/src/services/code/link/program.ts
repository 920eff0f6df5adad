/** All files of a repository as one: symbols, scopes and calls get a number that is theirs alone, whatever file they are in. */
import type { CodeFacts, CodeSymbol, SymbolKind } from '../../../ports/index.ts';
import type { LinkInput } from './types.ts';

export interface ProgramFile {
  readonly index: number;
  readonly path: string;
  readonly facts: CodeFacts;
  readonly language: Language;
  readonly isOutside: boolean;
  /** The number of its first symbol, scope, parameter and so on; the others follow. */
  readonly symbols: number;
  readonly scopes: number;
  readonly params: number;
  readonly imports: number;
  readonly flows: number;
  readonly calls: number;
}

/** Languages that can call each other are one. */
export type Language = string;

const FAMILIES: ReadonlyMap<string, Language> = new Map([
  ['typescript', 'javascript'],
  ['tsx', 'javascript'],
  ['jsx', 'javascript'],
  ['vue', 'javascript'],
  ['svelte', 'javascript'],
  ['kotlin', 'java'],
]);

export function familyOf(language: string): Language {
  return FAMILIES.get(language) ?? language;
}

const CALLABLE: ReadonlySet<string> = new Set(['function', 'method', 'constructor', 'lambda', 'macro']);
const CLASSES: ReadonlySet<string> = new Set(['class', 'struct', 'interface', 'trait', 'enum', 'namespace']);

/** What a symbol's kind says. */
const [IS_CALLABLE, IS_CLASS, IS_MODULE] = [1, 2, 4];
const NOTHING = -1;

function marksOf(kind: SymbolKind): number {
  if (kind === 'module') return IS_MODULE;
  return CALLABLE.has(kind) ? IS_CALLABLE : CLASSES.has(kind) ? IS_CLASS : 0;
}

export class Program {
  readonly files: readonly ProgramFile[];
  /** By number. */
  readonly symbols: CodeSymbol[] = [];
  readonly fileOf: Int32Array;
  /** The number of a symbol's first parameter. */
  readonly paramsOf: Int32Array;
  /** The place of a symbol's `*args`; -1 for none. */
  readonly restOf: Int32Array;
  readonly counts: { readonly params: number; readonly imports: number; readonly flows: number };
  /** How many nodes linking it will have, about. */
  readonly expectedNodes: number;
  readonly #kinds: Uint8Array;
  readonly #parents: Int32Array;
  readonly #classes: Int32Array;
  readonly #runners: Int32Array;

  constructor(input: LinkInput) {
    const next = { symbols: 0, scopes: 0, params: 0, imports: 0, flows: 0, calls: 0 };
    this.files = [...input.files]
      .sort((a, b) => (a.path < b.path ? -1 : 1))
      .map(({ path, facts, isOutside = false }, index) => {
        const file = { index, path, facts, isOutside, language: familyOf(facts.language), ...next };
        next.symbols += facts.symbols.length;
        next.scopes += facts.scopes.length;
        for (const { params } of facts.symbols) next.params += params.length;
        next.imports += facts.imports.length;
        next.flows += facts.flows.length;
        next.calls += facts.calls.length;
        return file;
      });
    this.counts = next;
    this.expectedNodes = 1024 + next.symbols * 4 + (next.flows + next.calls) * 3;
    this.fileOf = new Int32Array(next.symbols);
    this.paramsOf = new Int32Array(next.symbols);
    this.restOf = new Int32Array(next.symbols);
    this.#kinds = new Uint8Array(next.symbols);
    this.#parents = new Int32Array(next.symbols);
    this.#classes = new Int32Array(next.symbols);
    this.#runners = new Int32Array(next.scopes);
    for (const file of this.files) this.#number(file);
  }

  #number(file: ProgramFile): void {
    let { params } = file;
    for (const symbol of file.facts.symbols) {
      const id = this.symbols.push(symbol) - 1;
      const parent = symbol.parent === null ? NOTHING : file.symbols + symbol.parent;
      this.fileOf[id] = file.index;
      this.paramsOf[id] = params;
      params += symbol.params.length;
      this.restOf[id] = symbol.params.length === 0 ? NOTHING : symbol.params.findIndex(({ kind }) => kind === 'rest');
      this.#kinds[id] = marksOf(symbol.kind);
      this.#parents[id] = parent;
      this.#classes[id] = parent !== NOTHING && this.isClass(parent) ? parent : NOTHING;
    }
    for (const [i, { symbol }] of file.facts.scopes.entries())
      this.#runners[file.scopes + i] = this.#runnerAround(file, file.symbols + symbol);
  }

  #runnerAround(file: ProgramFile, symbol: number): number {
    let id = symbol;
    while (id !== NOTHING && ((this.#kinds[id] as number) & (IS_CALLABLE | IS_MODULE)) === 0)
      id = this.#parents[id] as number;
    return id === NOTHING ? file.symbols : id;
  }

  symbol(id: number): CodeSymbol {
    return this.symbols[id] as CodeSymbol;
  }

  file(symbol: number): ProgramFile {
    return this.files[this.fileOf[symbol] as number] as ProgramFile;
  }

  isCallable(id: number): boolean {
    return ((this.#kinds[id] as number) & IS_CALLABLE) !== 0;
  }

  isClass(id: number): boolean {
    return ((this.#kinds[id] as number) & IS_CLASS) !== 0;
  }

  parentOf(id: number): number | null {
    const parent = this.#parents[id] as number;
    return parent === NOTHING ? null : parent;
  }

  innerScope(id: number): number | null {
    const inner = this.symbol(id).inner;
    return inner === null ? null : this.file(id).scopes + inner;
  }

  /** Of a member that is written apart from its type. */
  setOwner(id: number, owner: number): void {
    this.#classes[id] = owner;
  }

  /** The class it is a member of, and null for what is none. */
  classOf(id: number): number | null {
    const owner = this.#classes[id] as number;
    return owner === NOTHING ? null : owner;
  }

  /** The function that runs what stands in a scope of a file; bodies of classes run with what is around them. */
  runnerOf(file: ProgramFile, scope: number): number {
    return this.#runners[file.scopes + scope] ?? file.symbols;
  }
}
