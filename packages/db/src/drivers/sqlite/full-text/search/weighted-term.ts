/** What a query needs to score passages by one of its terms. */
import type { Piece } from '../postings/postings.ts';

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
