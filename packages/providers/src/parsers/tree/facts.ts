/** The facts of a file while they are gathered. A symbol is put together as its parts are read, the rest is final at once. */
import type {
  CodeCall,
  CodeExport,
  CodeFacts,
  CodeFlow,
  CodeImport,
  CodeScope,
  CodeSymbol,
  LineSpan,
  SymbolFlag,
} from '@zapomni/core/ports';
import type { Lines } from './lines.ts';

/** A symbol that is still being read. */
export type DraftSymbol = { -readonly [K in keyof CodeSymbol]: CodeSymbol[K] } & { readonly flags: SymbolFlag[] };

type NewSymbol = Pick<DraftSymbol, 'kind' | 'name' | 'parent' | 'scope' | 'start' | 'end'> & {
  /** Where its name stands. */
  readonly at: number;
};

export class Facts {
  readonly symbols: DraftSymbol[] = [];
  readonly scopes: CodeScope[] = [];
  readonly imports: CodeImport[] = [];
  readonly exports: CodeExport[] = [];
  readonly flows: CodeFlow[] = [];
  readonly calls: CodeCall[] = [];
  readonly regions: { start: number; end: number; loop: boolean }[] = [];
  readonly references: { name: string; line: number; symbol: number }[] = [];
  unreadable: LineSpan[] = [];
  readonly lines: Lines;

  /** The file is the first symbol and its scope the first scope. */
  constructor(lines: Lines, length: number) {
    this.lines = lines;
    this.symbol({ kind: 'module', name: '', parent: null, scope: 0, start: 0, end: length, at: 0 });
    this.open(0, 'module', null);
  }

  symbol({ at, start, end, ...named }: NewSymbol): number {
    const { lines } = this;
    return (
      this.symbols.push({
        ...named,
        inner: null,
        start,
        end,
        lines: [lines.at(start), lines.at(Math.max(start, end - 1))],
        line: lines.at(at),
        signature: '',
        doc: null,
        params: [],
        returns: null,
        type: null,
        bases: [],
        decorators: [],
        visibility: null,
        flags: [],
      }) - 1
    );
  }

  /** A scope of the symbol; what is not a block is the one that the symbol opens. */
  open(symbol: number, kind: CodeScope['kind'], parent: number | null): number {
    const scope = this.scopes.push({ kind, parent, symbol }) - 1;
    const owner = this.symbols[symbol];
    if (kind !== 'block' && owner) owner.inner = scope;
    return scope;
  }

  finish(language: string, depth: CodeFacts['depth']): CodeFacts {
    for (const { flags } of this.symbols) flags.sort();
    const { symbols, scopes, imports, exports, flows, calls, regions, references, unreadable } = this;
    flows.sort((a, b) => a.start - b.start);
    regions.sort((a, b) => a.start - b.start || b.end - a.end);
    const doc = symbols[0]?.doc ?? null;
    return { language, depth, unreadable, doc, symbols, scopes, imports, exports, flows, calls, regions, references };
  }
}
