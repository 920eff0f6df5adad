/**
 * Which symbol each line of a file belongs to: the innermost function, method or class around it. What a function has inside is the
 * function's; a comment that stands right above a symbol is the symbol's.
 */
import type { OutlineSymbol, SymbolKind } from '../../../ports/index.ts';
import type { LineTable } from './line-table.ts';

type Owner = Pick<OutlineSymbol, 'kind' | 'lines' | 'parent'>;

/** What facts and outlines both have. */
export interface OwningSymbols {
  readonly symbols: readonly Owner[];
}

export interface LineOwners {
  /** By line: a place among the symbols, or 0 for the file itself. */
  readonly of: Int32Array;
  /** What a symbol stands in; 0 for the file. */
  parentOf(symbol: number): number;
  isContainer(symbol: number): boolean;
}

const CONTAINERS: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  'module',
  'namespace',
  'class',
  'struct',
  'interface',
  'trait',
  'enum',
]);
const FUNCTIONS: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['function', 'method', 'constructor', 'macro']);
/** A table or a type that takes so many lines is found by itself; a shorter one belongs to what it stands in. */
const LONG_VALUE = 6;
const SMALL_CLASS = 12;
/** Deeper nesting is painted as its outer parts: nobody writes so, and each level costs all its lines. */
const MOST_LEVELS = 12;
const MOST_COMMENT = 200;
const COMMENT = /^\s*(?:\/[/*]|\*|#|--|;|%|@|\[|"""|'''|<!--|\(\*)/;

export function lineOwners(lines: LineTable, { symbols }: OwningSymbols): LineOwners {
  const of = new Int32Array(lines.count + 2);
  const levels = new Int32Array(symbols.length).fill(-1);
  levels[0] = 0;
  const painted: number[] = [];
  for (const [i, symbol] of symbols.entries()) {
    if (i === 0 || symbol.parent === null) continue;
    const level = levels[symbol.parent] ?? -1;
    // Negative where the parent is none that others are found in.
    if (level < 0 || level >= MOST_LEVELS || !standsAlone(symbol)) continue;
    if (isLarge(symbol)) levels[i] = level + 1;
    of.fill(i, Math.max(1, symbol.lines[0]), Math.min(lines.count, symbol.lines[1]) + 1);
    painted.push(i);
  }
  for (const i of painted) takeComment(lines, of, symbols[i] as Owner, i);
  return {
    of,
    parentOf: (symbol) => symbols[symbol]?.parent ?? 0,
    isContainer: (symbol) => (levels[symbol] ?? -1) >= 0,
  };
}

/** A small class is one unit with all that is in it. */
function isLarge({ kind, lines }: Owner): boolean {
  return CONTAINERS.has(kind) && lines[1] - lines[0] + 1 > SMALL_CLASS;
}

function standsAlone({ kind, lines }: Owner): boolean {
  return CONTAINERS.has(kind) || FUNCTIONS.has(kind) || (kind !== 'lambda' && lines[1] - lines[0] + 1 >= LONG_VALUE);
}

function takeComment(lines: LineTable, of: Int32Array, symbol: Owner, i: number): void {
  const first = symbol.lines[0];
  if (of[first] !== i) return;
  const around = symbol.parent ?? 0;
  for (let line = first - 1; line >= Math.max(1, first - MOST_COMMENT); line--) {
    if (of[line] !== around || !COMMENT.test(lines.text.slice(lines.start(line), lines.start(line) + 100))) return;
    of[line] = i;
  }
}
