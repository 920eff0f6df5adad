/** Keeps the best few of many scored slots: a heap whose root is the worst that is kept. Of equals the earlier slot wins. */
export interface ScoredSlot {
  readonly slot: number;
  readonly score: number;
}

export class TopSlots {
  readonly #capacity: number;
  readonly #scores: Float64Array;
  readonly #slots: Int32Array;
  #size = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#scores = new Float64Array(capacity);
    this.#slots = new Int32Array(capacity);
  }

  /** What must be passed to be kept; -Infinity while there is room. */
  get bar(): number {
    return this.#size < this.#capacity || this.#capacity === 0 ? -Infinity : (this.#scores[0] as number);
  }

  /** For many at a time, which mostly are not kept. */
  offerAll(slots: Int32Array, scores: Float32Array): void {
    let { bar } = this;
    for (let i = 0; i < scores.length; i++) {
      const score = scores[i] as number;
      if (score < bar) continue;
      this.offer(slots[i] as number, score);
      bar = this.bar;
    }
  }

  offer(slot: number, score: number): void {
    if (this.#size < this.#capacity) this.#rise(this.#size++, slot, score);
    else if (this.#capacity > 0 && this.#isWorse(0, slot, score)) this.#sink(slot, score);
  }

  /** Best first. */
  sorted(): ScoredSlot[] {
    const kept = Array.from({ length: this.#size }, (_, i) => ({
      slot: this.#slots[i] as number,
      score: this.#scores[i] as number,
    }));
    return kept.sort((a, b) => b.score - a.score || a.slot - b.slot);
  }

  /** What is kept at `at` is worse than what is given. */
  #isWorse(at: number, slot: number, score: number): boolean {
    const kept = this.#scores[at] as number;
    return kept < score || (kept === score && (this.#slots[at] as number) > slot);
  }

  #rise(from: number, slot: number, score: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#isWorse(parent, slot, score)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, slot, score);
  }

  #sink(slot: number, score: number): void {
    let at = 0;
    for (;;) {
      const child = this.#worseChild(at);
      if (child === undefined || !this.#isWorse(child, slot, score)) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, slot, score);
  }

  #worseChild(at: number): number | undefined {
    const left = 2 * at + 1;
    if (left >= this.#size) return undefined;
    const right = left + 1;
    if (right >= this.#size) return left;
    return this.#isWorse(right, this.#slots[left] as number, this.#scores[left] as number) ? right : left;
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#slots[from] as number, this.#scores[from] as number);
  }

  #put(at: number, slot: number, score: number): void {
    this.#slots[at] = slot;
    this.#scores[at] = score;
  }
}
