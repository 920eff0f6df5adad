/** How much a sentence says: for each of its words, how likely somebody will ask for it later. */
import { clausesOf, type Clause } from './clauses.ts';
import { plain, wordsOf } from './features.ts';
import { OF_FORMS, OF_WORDS } from './weights.ts';

const WORDS = new Map(OF_WORDS.flatMap(([weight, words]) => words.split(' ').map((word) => [word, weight] as const)));
const BASE = OF_FORMS[''] ?? 0;

/** The part of a sentence that is worth most at this price of a token, and what is left of its worth when that is paid. */
export function bestClause(
  sentence: string,
  around: readonly string[],
  price: number,
): Clause & { readonly gain: number } {
  const words = wordsOf(sentence, around);
  const values = words.map(({ start, end, features }) => valueOf(plain(sentence.slice(start, end)), features));
  return clausesOf(sentence, words, values)
    .map((clause) => ({ ...clause, gain: clause.says - price * clause.tokens }))
    .reduce((best, one) => (one.gain > best.gain ? one : best));
}

function valueOf(word: string, features: readonly string[]): number {
  const sum = features.reduce((total, feature) => total + (OF_FORMS[feature] ?? 0), BASE + (WORDS.get(word) ?? 0));
  return 1 / (1 + Math.exp(-sum));
}
