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

const HELD = new Set(['variable', 'constant', 'field', 'property']);
const RUNNING = new Set(['function', 'method', 'constructor', 'lambda', 'macro']);

/** Those that have a name and can be asked for: not what functions keep to themselves. */
export function symbolsIn({ symbols }: CodeFacts): VersionSymbol[] {
  const names: string[] = [];
  const inner: boolean[] = [];
  const seen = new Map<string, number>();
  const found: VersionSymbol[] = [];
  for (const [index, symbol] of symbols.entries()) {
    const { parent, kind, owner } = symbol;
    const own = kind === 'module' ? '' : symbol.name || '<lambda>';
    const outer = owner ?? (parent === null ? '' : (names[parent] ?? ''));
    const qualified = outer === '' ? own : `${outer}.${own}`;
    names.push(qualified);
    inner.push(parent !== null && (inner[parent] === true || RUNNING.has(symbols[parent]?.kind ?? '')));
    const key = `${qualified}\0${kind}`;
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    if (kind === 'module' || symbol.name === '' || qualified.includes('<lambda>')) continue;
    if (inner[index] && HELD.has(kind)) continue;
    found.push({ symbol, qualified, ordinal, index });
  }
  return found;
}
