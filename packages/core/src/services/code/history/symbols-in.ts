/** Symbols of one version of a file, with the names that the index has for them: nothing but its own facts is needed for that. */
import { outlineOf, type CodeFacts, type CodeSymbol } from '../../../ports/index.ts';
import { symbolsOf } from '../indexing/kept-symbols.ts';

export interface VersionSymbol {
  readonly symbol: CodeSymbol;
  /** Names from the outermost inwards, by dots. */
  readonly qualified: string;
  /** The same in every version of every file for what has the same name, kind and place among those. */
  readonly key: string;
}

/** Those that can be asked for. */
export function symbolsIn(facts: CodeFacts): VersionSymbol[] {
  const { kept, places } = symbolsOf(outlineOf(facts), { path: '', isTest: false }, '');
  return facts.symbols.flatMap((symbol, i) => {
    const [key, record] = kept[places[i] ?? -1] ?? [];
    return key !== undefined && record ? [{ symbol, key, qualified: record.qualified }] : [];
  });
}
