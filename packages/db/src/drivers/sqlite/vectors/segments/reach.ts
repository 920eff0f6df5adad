/**
 * How far a search must reach: to lists whose centres are by at most so much less close to the query than the closest one.
 * (A fixed number of lists would be too many for a clear question and too few for a vague one.) It is measured, not guessed:
 * a search that looks at everything also shows in which lists its hits lie. The first searches do, and one in many later on; the
 * rest reach as far as found nearly all of those hits.
 */

/** The share of the true hits that must be within reach. */
const WANTED_RECALL = 0.993;
const FIRST_SAMPLES = 32;
const KEPT_SAMPLES = 96;
/** One search in so many looks at everything, so that the measure stays true. */
const CHECKED_EVERY = 100;

export class Reach {
  readonly #samples: (readonly number[])[] = [];
  #known: number | undefined;
  #searches = 0;
  #news = false;

  /** `known`: what was measured before. */
  constructor(known: number | null) {
    this.#known = known ?? undefined;
  }

  /** Undefined when this search should look at everything and tell `learn` what it found. */
  next(): number | undefined {
    this.#searches++;
    return this.#searches % CHECKED_EVERY === 0 ? undefined : this.#known;
  }

  /** For each hit the least reach that would have found it. */
  learn(needed: readonly number[]): void {
    this.#samples.push(needed);
    if (this.#samples.length > KEPT_SAMPLES) this.#samples.shift();
    if (this.#samples.length < FIRST_SAMPLES) return;
    const all = this.#samples.flat().sort((a, b) => a - b);
    this.#known = all[Math.min(all.length - 1, Math.floor(all.length * WANTED_RECALL))];
    this.#news = true;
  }

  /** What was measured since `saved` was last called. */
  get news(): number | undefined {
    return this.#news ? this.#known : undefined;
  }

  saved(): void {
    this.#news = false;
  }
}
