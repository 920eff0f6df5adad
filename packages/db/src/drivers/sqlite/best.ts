export interface Ranked {
  readonly slot: number;
  readonly score: number;
}

/** Keeps the best few of many scored slots: a heap whose root is the worst that is kept. */
export class Best {
  readonly #capacity: number;
  readonly #scores: Float64Array;
  readonly #slots: Int32Array;
  #size = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#scores = new Float64Array(capacity);
    this.#slots = new Int32Array(capacity);
  }

  offerAll(slots: Int32Array, scores: Float32Array): void {
    let bar = this.bar;
    for (let i = 0; i < scores.length; i++) {
      const score = scores[i] as number;
      if (score <= bar) continue;
      this.#take(slots[i] as number, score);
      bar = this.bar;
    }
  }

  /** Best first. */
  ranked(): Ranked[] {
    const all = Array.from({ length: this.#size }, (_, at) => ({
      slot: this.#slots[at] as number,
      score: this.#scores[at] as number,
    }));
    return all.sort((a, b) => b.score - a.score);
  }

  /** What a score must be above to be kept. */
  get bar(): number {
    return this.#size < this.#capacity ? -Infinity : (this.#scores[0] as number);
  }

  #take(slot: number, score: number): void {
    if (this.#size < this.#capacity) this.#rise(this.#size++, slot, score);
    else this.#sink(slot, score);
  }

  #rise(from: number, slot: number, score: number): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#scores[parent] as number) <= score) break;
      this.#copy(parent, at);
      at = parent;
    }
    this.#put(at, slot, score);
  }

  #sink(slot: number, score: number): void {
    let at = 0;
    for (;;) {
      const child = this.#lesserChild(at);
      if (child === undefined || (this.#scores[child] as number) >= score) break;
      this.#copy(child, at);
      at = child;
    }
    this.#put(at, slot, score);
  }

  #lesserChild(at: number): number | undefined {
    const left = 2 * at + 1;
    if (left >= this.#size) return undefined;
    const right = left + 1;
    return right < this.#size && (this.#scores[right] as number) < (this.#scores[left] as number) ? right : left;
  }

  #copy(from: number, to: number): void {
    this.#put(to, this.#slots[from] as number, this.#scores[from] as number);
  }

  #put(at: number, slot: number, score: number): void {
    this.#slots[at] = slot;
    this.#scores[at] = score;
  }
}
