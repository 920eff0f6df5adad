/** BM25: a term counts by how rare it is and how often it occurs, the more so the shorter the passage. */

const K1 = 1.2;
const B = 0.75;

/** What a passage of no length adds to the divisor. */
export const SHORTEST = K1 * (1 - B);

/** What passages are compared with: how many there are, and how many terms in all of them. */
export interface Corpus {
  readonly passages: number;
  readonly length: number;
}

/** What each term of a passage adds to the divisor. */
export function perTermOf({ passages, length }: Corpus): number {
  return (K1 * B * passages) / Math.max(length, 1);
}

/** A score stays below the sum of its terms' weights. `count`: in how many passages the term occurs. */
export function weightOf(corpus: Corpus, count: number): number {
  return Math.log(1 + (corpus.passages - count + 0.5) / (count + 0.5)) * (K1 + 1);
}
