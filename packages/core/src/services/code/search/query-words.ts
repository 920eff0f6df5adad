/**
 * How much of a question names and paths say. Words count by how rare they are in the repository. A word also counts, less, where one is
 * the beginning of the other, as names are shortened (`auth`, `config`), or where they differ only in how they end.
 */
import { toTerms } from '../../../model/index.ts';

export interface QueryWords {
  /** Which part of the question these words say, 0–1. */
  share(words: readonly string[]): number;
  /** Which part of these words the question says, 0–1. */
  precision(words: readonly string[]): number;
}

const BEGINNING = 0.8;
const SHORTEST_BEGINNING = 3;
const SHORTEST_ALIKE = 5;
const ALIKE = 0.6;
const LEAST_WEIGHT = 0.1;

/** `rarity` of a term: idf, or anything that grows with it. */
export function queryWords(words: readonly (readonly string[])[], rarity: (term: string) => number): QueryWords {
  const weights = words.map((word) => Math.max(LEAST_WEIGHT, ...word.map(rarity)));
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const asked = [...new Set(words.flat())];
  const kept = new Map<string, number>();
  const compare = (one: string, other: string): number => {
    const key = `${one} ${other}`;
    const known = kept.get(key) ?? alike(one, other);
    kept.set(key, known);
    return known;
  };
  const best = (these: readonly string[], those: readonly string[]): number => {
    let most = 0;
    for (const one of these) for (const other of those) most = Math.max(most, compare(one, other));
    return most;
  };
  return {
    share: (said) => words.reduce((sum, word, i) => sum + (weights[i] as number) * best(word, said), 0) / total,
    precision: (said) =>
      said.length === 0 ? 0 : said.reduce((sum, word) => sum + best([word], asked), 0) / said.length,
  };
}

function alike(one: string, other: string): number {
  if (one === other) return 1;
  const shorter = Math.min(one.length, other.length);
  let same = 0;
  while (same < shorter && one[same] === other[same]) same++;
  if (same === shorter) return same >= SHORTEST_BEGINNING ? BEGINNING : 0;
  return same >= SHORTEST_ALIKE && same >= ALIKE * Math.max(one.length, other.length) ? BEGINNING : 0;
}

const MOST_KEPT = 20_000;
const wordsOfNames = new Map<string, readonly string[]>();

/** The words of a name, a stem or a path; the same names come with every question. */
export function wordsOf(name: string): readonly string[] {
  const known = wordsOfNames.get(name);
  if (known) return known;
  if (wordsOfNames.size >= MOST_KEPT) wordsOfNames.clear();
  const words = [...new Set(toTerms(name))];
  wordsOfNames.set(name, words);
  return words;
}
