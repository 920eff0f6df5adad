/**
 * How often a client may read: a token bucket each. A bucket holds a minute's worth and fills evenly. The number of buckets
 * is bounded: the one unused for the longest goes first.
 */
import type { Clock } from '@zapomni/core/ports';

const MINUTE = 60_000;
const MAX_CLIENTS = 10_000;

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

export class ReadAllowance {
  readonly #perMinute: number;
  readonly #clock: Clock;
  /** In order of use. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(perMinute: number, clock: Clock) {
    this.#perMinute = perMinute;
    this.#clock = clock;
  }

  /** Takes one read of the client's. Milliseconds until there is one again when there is none, 0 otherwise. */
  take(client: string): number {
    const tokens = this.#tokensOf(client);
    const left = tokens < 1 ? tokens : tokens - 1;
    this.#buckets.delete(client);
    this.#buckets.set(client, { tokens: left, at: this.#clock.now() });
    this.#forgetOldest();
    return tokens < 1 ? Math.ceil(((1 - tokens) * MINUTE) / this.#perMinute) : 0;
  }

  #tokensOf(client: string): number {
    const bucket = this.#buckets.get(client);
    if (!bucket) return this.#perMinute;
    const passed = Math.max(0, this.#clock.now() - bucket.at);
    return Math.min(this.#perMinute, bucket.tokens + (passed * this.#perMinute) / MINUTE);
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > MAX_CLIENTS && oldest !== undefined) this.#buckets.delete(oldest);
  }
}
