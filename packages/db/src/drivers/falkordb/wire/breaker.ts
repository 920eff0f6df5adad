/**
 * Keeps calls away from a server that does not answer. After a few failures in a row it is left alone for a while, longer
 * each time and never for the same while in all processes; then one call tries, and its outcome decides.
 */
export interface BreakerOptions {
  readonly now: () => number;
  /** 0–1. */
  readonly random: () => number;
}

const FAILURES = 5;
const FIRST_REST_MS = 250;
const LONGEST_REST_MS = 5000;

export class Breaker {
  readonly #options: BreakerOptions;
  #failures = 0;
  #restsUntil = 0;
  #trying = false;

  constructor(options: BreakerOptions = { now: Date.now, random: Math.random }) {
    this.#options = options;
  }

  /** Milliseconds until it is worth trying; 0 lets the call through. */
  enter(): number {
    if (this.#failures < FAILURES) return 0;
    const left = this.#restsUntil - this.#options.now();
    if (left > 0) return left;
    if (this.#trying) return FIRST_REST_MS;
    this.#trying = true;
    return 0;
  }

  succeed(): void {
    this.#failures = 0;
    this.#trying = false;
  }

  fail(): void {
    this.#failures += 1;
    this.#trying = false;
    const over = this.#failures - FAILURES;
    if (over < 0) return;
    const rest = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** over);
    this.#restsUntil = this.#options.now() + rest * (0.5 + this.#options.random() / 2);
  }
}
