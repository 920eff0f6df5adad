/** How often a language model may be asked: so many times a minute, and so many in all. */
import type { Clock } from '../../../ports/index.ts';

export interface AllowanceOptions {
  readonly callsPerMinute: number;
  /** As long as this process runs. */
  readonly callsInAll: number;
}

const MINUTE_MS = 60_000;

export class LlmAllowance {
  readonly #options: AllowanceOptions;
  readonly #clock: Clock;
  #recent: number[] = [];
  #made = 0;

  constructor(options: AllowanceOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
  }

  /** Counts a call, if there is one left: then 0; else how long to wait for one, which may be forever. */
  take(): number {
    const now = this.#clock.now();
    this.#recent = this.#recent.filter((at) => now - at < MINUTE_MS);
    if (this.#made >= this.#options.callsInAll) return Infinity;
    const [oldest] = this.#recent;
    if (this.#recent.length >= this.#options.callsPerMinute)
      return oldest === undefined ? Infinity : oldest + MINUTE_MS - now;
    this.#recent.push(now);
    this.#made++;
    return 0;
  }
}
