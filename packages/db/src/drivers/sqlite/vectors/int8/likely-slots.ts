/**
 * Gathers slots that may be among the best `k`, from scores that err: at first many, fewer as the best become known. Each
 * comes with the highest score that it may have, and with how much that is above the likeliest.
 */
import { TopSlots } from '../../../../shared/top-slots.ts';

export class LikelySlots {
  #top = new TopSlots(0);
  #slots = new Int32Array(1024);
  #highest = new Float32Array(1024);
  #doubts = new Float32Array(1024);
  #size = 0;

  /** Forgets what was gathered; the room for it is kept. */
  begin(k: number): void {
    this.#top = new TopSlots(k);
    this.#size = 0;
  }

  /** What the highest score of a slot must be above. */
  get bar(): number {
    return this.#top.bar;
  }

  offer(slot: number, highest: number, doubt: number): void {
    if (this.#size === this.#slots.length) this.#grow();
    this.#slots[this.#size] = slot;
    this.#highest[this.#size] = highest;
    this.#doubts[this.#size++] = doubt;
    this.#top.offer(slot, highest - doubt);
  }

  /** Those whose likeliest scores are at least `score`, or less by no more than that share of their doubt. */
  from(score: number, share: number): Int32Array {
    const [highest, doubts] = [this.#highest, this.#doubts];
    const found = new Int32Array(this.#size);
    let count = 0;
    for (let i = 0; i < this.#size; i++) {
      if ((highest[i] as number) - (1 - share) * (doubts[i] as number) < score) continue;
      found[count++] = this.#slots[i] as number;
    }
    return found.subarray(0, count);
  }

  #grow(): void {
    const [slots, highest, doubts] = [this.#slots, this.#highest, this.#doubts];
    this.#slots = new Int32Array(this.#size * 2);
    this.#highest = new Float32Array(this.#size * 2);
    this.#doubts = new Float32Array(this.#size * 2);
    this.#slots.set(slots);
    this.#highest.set(highest);
    this.#doubts.set(doubts);
  }
}
