/** Which symbols of a file can be asked for, and what is kept of each. */
import { cutText, type CodeOutline, type OutlineSymbol, type SymbolKind } from '../../../ports/index.ts';
import { fileKey, foldName, type SymbolRecord } from '../store/index.ts';
import { SymbolNames } from '../store/symbol-names.ts';

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
export function symbolsOf(
  outline: CodeOutline,
  file: { path: string; isTest: boolean },
  repository: string,
): FileSymbols {
  const names = new SymbolNames(outline.symbols, `${repository}\0${file.path}`);
  const about = { language: outline.language, file: fileKey(file.path), ...file };
  const isKept = keptAmong(outline.symbols);
  const places: number[] = [];
  const kept: [string, SymbolRecord][] = [];
  for (const [number, symbol] of outline.symbols.entries()) {
    const isIn = isKept[number] === true && kept.length < MOST_SYMBOLS;
    places.push(isIn ? kept.length : -1);
    if (!isIn) continue;
    const more = { qualified: cutText(names.qualified(number)), parent: names.parent(number) };
    kept.push([names.id(number), recordOf(symbol, about, more)]);
  }
  return { kept, places };
}

function recordOf(
  symbol: OutlineSymbol,
  { language, file, path, isTest }: { language: string; file: string; path: string; isTest: boolean },
  { qualified, parent }: { qualified: string; parent: string | null },
): SymbolRecord {
  const { name, kind, line, lines, signature, doc, visibility, flags, bases, decorators, params } = symbol;
  return {
    name: cutText(name),
    folded: foldName(name),
    qualified,
    kind,
    language,
    file,
    path,
    line,
    lines: [lines[0], lines[1]],
    parent,
    signature,
    doc,
    visibility,
    flags: [...flags],
    bases: [...bases],
    decorators: [...decorators],
    params,
    is_test: isTest || flags.includes('test'),
    callers: 0,
    callees: 0,
    importance: 0,
  };
}
