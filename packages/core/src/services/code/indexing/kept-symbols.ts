/** Which symbols of a file can be asked for, and what is kept of each. */
import type { CodeFacts, CodeSymbol, Expr, SymbolKind } from '../../../ports/index.ts';
import { identify } from '../link/identity.ts';
import { Program } from '../link/program.ts';
import type { LinkedSymbol } from '../link/index.ts';
import { fileKey, foldName, type SymbolRecord } from '../store/index.ts';

const RUNS: ReadonlySet<string> = new Set(['function', 'method', 'constructor', 'macro']);
const TYPES: ReadonlySet<string> = new Set(['class', 'struct', 'interface', 'trait', 'enum']);

/** Whatever runs keeps its variables to itself; functions and classes in it have a name that people know. */
function isOfIndex(kind: SymbolKind, name: string, around: { kind: SymbolKind; isKept: boolean } | null): boolean {
  if (around === null || name === '') return false;
  if (around.kind !== 'module' && !around.isKept) return false;
  return !RUNS.has(around.kind) || RUNS.has(kind) || TYPES.has(kind);
}

/** For each symbol, its number there; parents come before what is in them. */
export function keptAmong(
  symbols: readonly { readonly kind: SymbolKind; readonly name: string; readonly parent: number | null }[],
): boolean[] {
  const kept: boolean[] = [];
  for (const { kind, name, parent } of symbols) {
    const outer = parent === null ? undefined : symbols[parent];
    const around = outer && parent !== null ? { kind: outer.kind, isKept: kept[parent] === true } : null;
    kept.push(isOfIndex(kind, name, around));
  }
  return kept;
}

export interface FileSymbols {
  /** Ids of those that are kept, in the order of the text, with their records. */
  readonly kept: readonly (readonly [id: string, record: SymbolRecord])[];
  /** The place among those of each symbol of the facts; -1 for what is not kept. */
  readonly places: readonly number[];
}

/** What no file that people wrote has. */
const MOST_SYMBOLS = 10_000;

/** All but what linking says of them. `repository`: see `LinkInput`. */
export function symbolsOf(facts: CodeFacts, file: { path: string; isTest: boolean }, repository: string): FileSymbols {
  const named = identified(facts, file.path, repository);
  const isKept = keptAmong(facts.symbols);
  const places: number[] = [];
  const kept: [string, SymbolRecord][] = [];
  for (const [number, symbol] of facts.symbols.entries()) {
    const isIn = isKept[number] === true && kept.length < MOST_SYMBOLS;
    places.push(isIn ? kept.length : -1);
    if (!isIn) continue;
    const { id, qualified } = named[number] as LinkedSymbol;
    kept.push([id, { ...recordOf(symbol, facts, file), qualified: cut(qualified), parent: parentOf(named, symbol) }]);
  }
  return { kept, places };
}

function identified(facts: CodeFacts, path: string, repository: string): LinkedSymbol[] {
  const steps = identify(new Program({ repository, files: [{ path, facts }] }), repository);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** A method of Go stands in no type, and names it. */
function parentOf(named: readonly LinkedSymbol[], { owner, parent }: CodeSymbol): string | null {
  if (owner !== undefined)
    return named.find(({ kind, qualified }) => TYPES.has(kind) && qualified === owner)?.id ?? null;
  const around = parent === null ? undefined : named[parent];
  return around && around.kind !== 'module' ? around.id : null;
}

type Rest = Omit<SymbolRecord, 'qualified' | 'parent'>;

function recordOf(
  symbol: CodeSymbol,
  { language, calls }: CodeFacts,
  { path, isTest }: { path: string; isTest: boolean },
): Rest {
  const { name, kind, line, lines, signature, doc, visibility, flags, bases, decorators, params } = symbol;
  return {
    name: cut(name),
    folded: foldName(name),
    kind,
    language,
    file: fileKey(path),
    path,
    line,
    lines: [lines[0], lines[1]],
    signature: cut(signature),
    doc: doc === null ? null : firstSentence(doc),
    visibility,
    flags: [...flags],
    bases: bases.flatMap((base) => said(base, calls)).slice(0, MOST_NAMES),
    decorators: decorators.flatMap((one) => said(one, calls)).slice(0, MOST_NAMES),
    params: params.length,
    is_test: isTest || flags.includes('test'),
    callers: 0,
    callees: 0,
    importance: 0,
  };
}

const MOST_NAMES = 100;
const LONGEST = 500;

function cut(text: string): string {
  return text.slice(0, LONGEST).toWellFormed();
}

function firstSentence(doc: string): string {
  const [first = ''] = doc.trim().split(/(?<=[.!?])\s|\n\s*\n/u);
  return cut(first.replaceAll(/\s+/gu, ' ').trim());
}

/** A name as it is written, without what is given to it; nothing for what is no name. */
function said(expr: Expr, calls: CodeFacts['calls']): string[] {
  switch (expr[0]) {
    case 'n':
      return [cut(expr[1])];
    case 'a':
      return said(expr[1], calls).map((of) => cut(`${of}.${expr[2]}`));
    case 's':
    case 'w':
    case 'v':
      return said(expr[1], calls);
    // `@app.route('/')` is called with something before it decorates.
    case 'c': {
      const callee = calls[expr[1]]?.callee;
      return callee ? said(callee, calls) : [];
    }
    default:
      return [];
  }
}
