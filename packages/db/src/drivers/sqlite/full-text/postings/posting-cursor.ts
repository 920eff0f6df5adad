/** Walks through a term's postings from lower slots to higher ones. Pieces that are passed over are never read. */
import { SHORTEST } from '../../../../shared/bm25.ts';
import { type Lengths, type WeightedTerm } from '../search/weighted-term.ts';
import { Postings, type Piece } from './postings.ts';
import type { ScoreWindow } from '../search/score-window.ts';

export class PostingCursor {
  readonly #weight: number;
  readonly #pieces: readonly Piece[];
  readonly #postings = new Postings();
  #piece = 0;
  #isRead = false;
  #at = 0;

  constructor({ weight, pieces }: WeightedTerm) {
    this.#weight = weight;
    this.#pieces = pieces;
  }

  /** Adds the term's worth to all its slots in the window, which is none before the last. */
  addTo(window: ScoreWindow, lengths: Lengths): void {
    this.#skipTo(window.start);
    for (; this.#startOf(this.#piece) < window.end; this.#next()) {
      this.#read();
      this.#at = this.#firstFrom(window.start);
      const end = this.#firstFrom(window.end);
      window.addAll(this.#postings, { from: this.#at, to: end, weight: this.#weight }, lengths);
      this.#at = end;
      if (end < this.#postings.size) return;
    }
  }

  /** The same for the slots given alone, which ascend. */
  addOnly(slots: readonly number[], window: ScoreWindow, { lengths, perTerm }: Lengths): void {
    for (const slot of slots) {
      const count = this.countAt(slot);
      if (count > 0) {
        window.add(slot, (this.#weight * count) / (count + SHORTEST + perTerm * (lengths[slot] as number)));
      }
    }
  }

  /** How often the term occurs in the slot, which is none before the last that was asked for. */
  countAt(slot: number): number {
    this.#skipTo(slot);
    if (this.#startOf(this.#piece) > slot) return 0;
    this.#read();
    this.#at = this.#firstFrom(slot);
    return this.#at < this.#postings.size && this.#postings.slots[this.#at] === slot
      ? (this.#postings.counts[this.#at] as number)
      : 0;
  }

  /** Infinity after the last. */
  #startOf(index: number): number {
    const piece = this.#pieces[index];
    return piece ? piece.base + piece.start : Infinity;
  }

  /** Passes over pieces that end before the slot. */
  #skipTo(slot: number): void {
    while (this.#startOf(this.#piece + 1) <= slot) this.#next();
  }

  #next(): void {
    this.#piece++;
    this.#isRead = false;
  }

  #read(): void {
    if (this.#isRead) return;
    this.#postings.clear().add(this.#pieces[this.#piece] as Piece);
    this.#isRead = true;
    this.#at = 0;
  }

  /** The first of the postings from here on that is not before `slot`. */
  #firstFrom(slot: number): number {
    const { slots, size } = this.#postings;
    let [low, high] = [this.#at, size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((slots[middle] as number) < slot) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
