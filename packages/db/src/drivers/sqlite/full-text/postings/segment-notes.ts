/**
 * What has been read of a workspace's segments, kept until they change: a search asks for the same terms several times, to
 * count them, to spell them and to find them, and the next one asks for many of them again.
 */
import type { Piece } from './postings.ts';

const MOST_PIECES = 2000;
const MOST_TERMS = 100_000;

export class SegmentNotes {
  readonly #pieces = new Map<string, readonly Piece[]>();
  readonly #terms = new Map<string, readonly string[]>();
  #termCount = 0;

  /** The postings of a term. */
  pieces(term: string, read: () => readonly Piece[]): readonly Piece[] {
    const known = this.#pieces.get(term);
    if (known) return known;
    const found = read();
    if (this.#pieces.size >= MOST_PIECES) this.#pieces.clear();
    this.#pieces.set(term, found);
    return found;
  }

  /** The terms that begin so. */
  terms(prefix: string, read: () => readonly string[]): readonly string[] {
    const known = this.#terms.get(prefix);
    if (known) return known;
    const found = read();
    if (this.#termCount + found.length > MOST_TERMS) this.#forgetTerms();
    this.#terms.set(prefix, found);
    this.#termCount += found.length;
    return found;
  }

  forget(): void {
    this.#pieces.clear();
    this.#forgetTerms();
  }

  #forgetTerms(): void {
    this.#terms.clear();
    this.#termCount = 0;
  }
}
