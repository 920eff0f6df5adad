/**
 * A token bucket per client. A bucket fills at a steady rate up to the burst; each request takes one token. The number of
 * buckets is bounded: the one unused for the longest goes first, and its client begins again with a full one.
 */
import { ServerError } from '../server-error.ts';
import type { Refusal } from './guard.ts';
import { GUARD_ERROR } from './refusal.ts';

export interface RateLimitOptions {
  /** Requests a client may make for ever (1000 per second). */
  readonly perSecond?: number | undefined;
  /** Requests a client may make at once after a rest (20 000). */
  readonly burst?: number | undefined;
  /** Clients remembered (10 000). */
  readonly maxClients?: number | undefined;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: (() => number) | undefined;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

export class RateLimiter {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #maxClients: number;
  readonly #now: () => number;
  /** In order of use, the least recent first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: RateLimitOptions = {}) {
    this.#perSecond = positive('perSecond', options.perSecond ?? 1000);
    this.#burst = atLeastOne('burst', options.burst ?? 20_000);
    this.#maxClients = atLeastOne('maxClients', options.maxClients ?? 10_000);
    this.#now = options.now ?? (() => performance.now());
  }

  /** Takes one token of `client`. Seconds until there is one again when there is none, 0 otherwise. */
  take(client: string): number {
    const bucket = this.#use(client);
    if (bucket.tokens < 1) return (1 - bucket.tokens) / this.#perSecond;
    bucket.tokens -= 1;
    return 0;
  }

  /** Buckets in memory. */
  get size(): number {
    return this.#buckets.size;
  }

  #use(client: string): Bucket {
    const now = this.#now();
    const bucket = this.#buckets.get(client) ?? { tokens: this.#burst, filledAt: now };
    const seconds = Math.max(0, now - bucket.filledAt) / 1000;
    bucket.tokens = Math.min(this.#burst, bucket.tokens + seconds * this.#perSecond);
    bucket.filledAt = now;
    this.#buckets.delete(client);
    this.#buckets.set(client, bucket);
    if (this.#buckets.size > this.#maxClients) this.#forgetOldest();
    return bucket;
  }

  #forgetOldest(): void {
    for (const client of this.#buckets.keys()) {
      this.#buckets.delete(client);
      return;
    }
  }
}

/** The answer to a client that has to wait `seconds`. */
export function tooManyRequests(seconds: number): Refusal {
  const wait = Math.ceil(seconds);
  return {
    status: 429,
    headers: { 'retry-after': String(wait) },
    error: {
      code: GUARD_ERROR.rateLimited,
      message: `Too many requests. Retry after ${wait} s.`,
      data: { code: 'RATE_LIMITED', retryable: true, retry_after_ms: wait * 1000 },
    },
  };
}

function positive(option: string, value: number): number {
  if (value > 0 && Number.isFinite(value)) return value;
  throw new ServerError('INVALID_OPTIONS', `Option rate.${option} must be a number above 0.`);
}

function atLeastOne(option: string, value: number): number {
  if (value >= 1 && Number.isFinite(value)) return value;
  throw new ServerError('INVALID_OPTIONS', `Option rate.${option} must be a number from 1.`);
}
