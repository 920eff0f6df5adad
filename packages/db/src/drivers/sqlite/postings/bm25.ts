/** BM25: a term counts by how rare it is and how often it occurs, the more so the shorter the passage. */
import type { Piece } from './postings.ts';

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

/** A term as a query looks for it. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
  /** In how many passages. */
  readonly count: number;
  /** In the order of slots. */
  readonly pieces: readonly Piece[];
}

/** Score of a term that occurs so often: weight × count ÷ (count + SHORTEST + perTerm × length). */
export interface Lengths {
  readonly lengths: Int32Array;
  readonly perTerm: number;
}
