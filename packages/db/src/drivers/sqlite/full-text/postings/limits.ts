/** How large things may grow before upkeep steps in. Tests use smaller ones. */
import { BLOCK_BYTES } from './blocks.ts';

export interface WordLimits {
  /** Passages in a workspace's tail before it is packed, and the most that are packed at once. */
  readonly tail: number;
  /** So many neighbouring segments of about one size are merged. */
  readonly merged: number;
  /** Postings merged while the store is locked, in one go. */
  readonly postings: number;
  /** Rows of a dropped segment deleted in one go. */
  readonly rows: number;
  /** Passages read for a segment in one go. */
  readonly texts: number;
  readonly blockBytes: number;
}

export const WORD_LIMITS: WordLimits = {
  tail: 4096,
  merged: 8,
  postings: 200_000,
  rows: 400,
  texts: 400,
  blockBytes: BLOCK_BYTES,
};
