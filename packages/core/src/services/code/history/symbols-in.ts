/** Symbols of one version of a file, with the names that the index has for them: nothing but its own facts is needed for that. */
import type { CodeFacts, CodeSymbol } from '../../../ports/index.ts';

export interface VersionSymbol {
  readonly symbol: CodeSymbol;
  /** Names from the outermost inwards, by dots. */
  readonly qualified: string;
  /** The how manieth of its name and kind. */
  readonly ordinal: number;
  /** Its place among the symbols of the file. */
  readonly index: number;
}

const LAMBDA = '<lambda>';
const HELD = new Set(['variable', 'constant', 'field', 'property']);
const RUNNING = new Set(['function', 'method', 'constructor', 'lambda', 'macro']);

/** Those that have a name and can be asked for: not what functions keep to themselves. */
export function symbolsIn({ symbols }: CodeFacts): VersionSymbol[] {
  const names: string[] = [];
  const inner: boolean[] = [];
  const seen = new Map<string, number>();
  const found: VersionSymbol[] = [];
  for (const [index, symbol] of symbols.entries()) {
    const qualified = nameIn(symbol, names);
    names.push(qualified);
    inner.push(runsInside(symbol, symbols, inner));
    const key = `${qualified}\0${symbol.kind}`;
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    if (isNamed(symbol, qualified) && !(inner[index] && HELD.has(symbol.kind)))
      found.push({ symbol, qualified, ordinal, index });
  }
  return found;
}

function nameIn({ kind, name, owner, parent }: CodeSymbol, names: readonly string[]): string {
  const own = kind === 'module' ? '' : name || LAMBDA;
  const outer = owner ?? names[parent ?? -1] ?? '';
  return outer === '' ? own : `${outer}.${own}`;
}

function runsInside({ parent }: CodeSymbol, symbols: readonly CodeSymbol[], inner: readonly boolean[]): boolean {
  return parent !== null && (inner[parent] === true || RUNNING.has(symbols[parent]?.kind ?? ''));
}

function isNamed({ kind, name }: CodeSymbol, qualified: string): boolean {
  return kind !== 'module' && name !== '' && !qualified.includes(LAMBDA);
}
