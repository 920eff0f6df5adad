/**
 * Adds up the scores of a few thousand neighbouring slots, and then of the next: so that what is written all the time stays
 * in the processor's cache, which the scores of a million slots would not.
 */
import { SHORTEST } from '../../../../shared/bm25.ts';
import { type Lengths } from './weighted-term.ts';
import type { Postings } from '../postings/postings.ts';
import type { TopSlots } from '../../../../shared/top-slots.ts';

const WIDTH = 4096;

export class ScoreWindow {
  static readonly WIDTH = WIDTH;
  readonly #scores = new Float64Array(WIDTH);
  readonly #touched = new Int32Array(WIDTH);
  #size = 0;
  #start = 0;

  /** Its first slot. */
  get start(): number {
    return this.#start;
  }

  /** The first slot after it. */
  get end(): number {
    return this.#start + WIDTH;
  }

  /** Begins at the first slot. */
  begin(): void {
    this.#forget();
    this.#start = 0;
  }

  add(slot: number, score: number): void {
    const at = slot - this.#start;
    const before = this.#scores[at] as number;
    if (before === 0) this.#touched[this.#size++] = at;
    this.#scores[at] = before + score;
  }

  /** The innermost loop of a search: adds a term's worth to the slots of the postings between `from` and `to`. */
  addAll(
    { slots, counts }: Postings,
    { from, to, weight }: { readonly from: number; readonly to: number; readonly weight: number },
    { lengths, perTerm }: Lengths,
  ): void {
    const [scores, touched, start] = [this.#scores, this.#touched, this.#start];
    let size = this.#size;
    for (let i = from; i < to; i++) {
      const slot = slots[i] as number;
      const count = counts[i] as number;
      const at = slot - start;
      const before = scores[at] as number;
      if (before === 0) touched[size++] = at;
      scores[at] = before + (weight * count) / (count + SHORTEST + perTerm * (lengths[slot] as number));
    }
    this.#size = size;
  }

  /** Slots whose score is above `least`, ascending; undefined when there are more than `limit`. */
  slotsAbove(least: number, limit: number): number[] | undefined {
    const above: number[] = [];
    for (let i = 0; i < this.#size; i++) {
      const at = this.#touched[i] as number;
      if ((this.#scores[at] as number) <= least) continue;
      if (above.length >= limit) return undefined;
      above.push(this.#start + at);
    }
    return above.sort((a, b) => a - b);
  }

  /** Offers what it holds, but for the slots where `leftOut` is 1, and goes on to the next slots. */
  advance(top: TopSlots, leftOut: Uint8Array | undefined): void {
    for (let i = 0; i < this.#size; i++) {
      const at = this.#touched[i] as number;
      const score = this.#scores[at] as number;
      if (score >= top.bar && leftOut?.[this.#start + at] !== 1) top.offer(this.#start + at, score);
    }
    this.#forget();
    this.#start += WIDTH;
  }

  #forget(): void {
    for (let i = 0; i < this.#size; i++) this.#scores[this.#touched[i] as number] = 0;
    this.#size = 0;
  }
}
