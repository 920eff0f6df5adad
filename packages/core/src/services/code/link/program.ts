/** All files of a repository as one: symbols, scopes and calls get a number that is theirs alone, whatever file they are in. */
import type { CodeFacts, CodeSymbol } from '../../../ports/index.ts';
import type { LinkInput } from './types.ts';

export interface ProgramFile {
  readonly index: number;
  readonly path: string;
  readonly facts: CodeFacts;
  readonly language: Language;
  readonly symbols: number;
  readonly scopes: number;
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

const CALLABLE: ReadonlySet<string> = new Set(['function', 'method', 'constructor', 'lambda', 'macro']);
const CLASSES: ReadonlySet<string> = new Set(['class', 'struct', 'interface', 'trait', 'enum', 'namespace']);

export class Program {
  readonly files: readonly ProgramFile[];
  /** By number. */
  readonly symbols: CodeSymbol[] = [];
  readonly fileOf: number[] = [];
  readonly fileOfScope: number[] = [];

  constructor(input: LinkInput) {
    const sorted = [...input.files].sort((a, b) => (a.path < b.path ? -1 : 1));
    let calls = 0;
    this.files = sorted.map(({ path, facts }, index) => {
      const language = FAMILIES.get(facts.language) ?? facts.language;
      const file = {
        index,
        path,
        facts,
        language,
        symbols: this.symbols.length,
        scopes: this.fileOfScope.length,
        calls,
      };
      for (const symbol of facts.symbols) {
        this.symbols.push(symbol);
        this.fileOf.push(index);
      }
      for (let i = 0; i < facts.scopes.length; i++) this.fileOfScope.push(index);
      calls += facts.calls.length;
      return file;
    });
  }

  symbol(id: number): CodeSymbol {
    return this.symbols[id] as CodeSymbol;
  }

  file(symbol: number): ProgramFile {
    return this.files[this.fileOf[symbol] as number] as ProgramFile;
  }

  isCallable(id: number): boolean {
    return CALLABLE.has(this.symbol(id).kind);
  }

  isClass(id: number): boolean {
    return CLASSES.has(this.symbol(id).kind);
  }

  parentOf(id: number): number | null {
    const parent = this.symbol(id).parent;
    return parent === null ? null : this.file(id).symbols + parent;
  }

  innerScope(id: number): number | null {
    const inner = this.symbol(id).inner;
    return inner === null ? null : this.file(id).scopes + inner;
  }

  /** Members that are written apart from their type, and that type. */
  readonly owners = new Map<number, number>();

  /** The class it is a member of, and null for what is none. */
  classOf(id: number): number | null {
    const owner = this.owners.get(id);
    if (owner !== undefined) return owner;
    const parent = this.parentOf(id);
    return parent !== null && this.isClass(parent) ? parent : null;
  }

  /** The function that runs what stands in a scope of a file; bodies of classes run with what is around them. */
  runnerOf(file: ProgramFile, scope: number): number {
    let id: number | null = file.symbols + (file.facts.scopes[scope]?.symbol ?? 0);
    while (id !== null && !this.isCallable(id) && this.symbol(id).kind !== 'module') id = this.parentOf(id);
    return id ?? file.symbols;
  }
}
