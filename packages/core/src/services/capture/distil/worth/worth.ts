/** How much a sentence says: for each of its words, how likely somebody will ask for it later. */
import { clausesOf, type Clause } from './clauses.ts';
import { plain, wordsOf } from './features.ts';
import { OF_FORMS, OF_WORDS } from './weights.ts';

const WORDS = new Map(OF_WORDS.flatMap(([weight, words]) => words.split(' ').map((word) => [word, weight] as const)));
const BASE = OF_FORMS[''] ?? 0;

/** The part of a sentence of whose worth most is left when its cost is paid. */
export function bestClause(sentence: string, around: readonly string[], costOf: (clause: Clause) => number): Clause {
  const words = wordsOf(sentence, around);
  const values = words.map(({ start, end, features }) => valueOf(plain(sentence.slice(start, end)), features));
  const gain = (clause: Clause) => clause.says - costOf(clause);
  return clausesOf(sentence, words, values).reduce((best, one) => (gain(one) > gain(best) ? one : best));
}

function valueOf(word: string, features: readonly string[]): number {
  const sum = features.reduce((total, feature) => total + (OF_FORMS[feature] ?? 0), BASE + (WORDS.get(word) ?? 0));
  return 1 / (1 + Math.exp(-sum));
}
