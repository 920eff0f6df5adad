/** Recent durations of one operation, for averages and percentiles; bounded. */
export class Latency {
  readonly #recent: Float64Array;
  #count = 0;

  constructor(capacity = 1000) {
    this.#recent = new Float64Array(capacity);
  }

  add(ms: number): void {
    this.#recent[this.#count++ % this.#recent.length] = ms;
  }

  get count(): number {
    return this.#count;
  }

  /** Null before the first. */
  get mean(): number | null {
    const kept = this.#kept();
    return kept.length === 0 ? null : kept.reduce((sum, ms) => sum + ms, 0) / kept.length;
  }

  percentile(share: number): number | null {
    const kept = this.#kept().sort();
    return kept.at(Math.min(kept.length - 1, Math.floor(share * kept.length))) ?? null;
  }

  #kept(): Float64Array {
    return this.#recent.slice(0, Math.min(this.#count, this.#recent.length));
  }
}
