/**
 * Passages turned over: for each term, in order, the passages that hold it. Terms get their number as passages are added;
 * `finish` sorts the postings by these numbers, which is counting, and the terms.
 */
import { readNumbers } from './bytes.ts';
import type { PackedWords } from './packed-words.ts';
import { Postings } from './postings.ts';
import { scanTerms } from './scan-terms.ts';
import { TermNumbers } from './term-numbers.ts';
import { sortTerms } from './term-order.ts';

export class InvertedWords {
  readonly #numbers = new TermNumbers();
  /** In how many passages each term is. */
  readonly #sizes: number[] = [];
  /** Where each passage's entries end. */
  readonly #ends: number[] = [];
  #ids = new Int32Array(4096);
  #counts = new Int32Array(4096);
  #used = 0;

  add({ terms, counts }: PackedWords): void {
    const from = this.#used;
    this.#reserve(counts.length);
    scanTerms(terms, (term) => {
      const id = this.#numbers.numberOf(term);
      this.#ids[this.#used++] = id;
      this.#sizes[id] = (this.#sizes[id] ?? 0) + 1;
    });
    readNumbers(counts, this.#counts, from, this.#used);
    this.#ends.push(this.#used);
  }

  finish(): SortedTerms {
    const starts = new Int32Array(this.#sizes.length + 1);
    for (let id = 0; id < this.#sizes.length; id++) {
      starts[id + 1] = (starts[id] as number) + (this.#sizes[id] as number);
    }
    const { terms } = this.#numbers;
    return { terms, starts, order: sortTerms(terms), postings: this.#collect(starts.slice()) };
  }

  #collect(next: Int32Array): Postings {
    const slots = new Int32Array(this.#used);
    const counts = new Int32Array(this.#used);
    let slot = 0;
    for (let i = 0; i < this.#used; i++) {
      while ((this.#ends[slot] as number) <= i) slot++;
      const id = this.#ids[i] as number;
      const to = (next[id] as number)++;
      slots[to] = slot;
      counts[to] = this.#counts[i] as number;
    }
    return Postings.of(slots, counts);
  }

  /** Every count takes a byte or more, so that there are no more terms than bytes. */
  #reserve(more: number): void {
    const size = this.#used + more;
    if (size <= this.#ids.length) return;
    const [ids, counts] = [this.#ids, this.#counts];
    this.#ids = new Int32Array(Math.max(ids.length * 2, size));
    this.#counts = new Int32Array(this.#ids.length);
    this.#ids.set(ids);
    this.#counts.set(counts);
  }
}

/** The postings of `terms[id]` are those from `starts[id]` to `starts[id + 1]`; `order` has the ids as terms ascend. */
export interface SortedTerms {
  readonly terms: readonly string[];
  readonly starts: Int32Array;
  readonly order: readonly number[];
  readonly postings: Postings;
}
