/**
 * How fast each host is asked: so many requests at once, so long between two, and not at all while it asked to be left alone.
 * Each process keeps its own count.
 */
import type { Clock, WebPace } from '@zapomni/core/ports';
import { HttpFailure } from '../http-failure.ts';
import { LONGEST_WAIT_MS, type Pause } from '../with-retries.ts';

interface Lane {
  minIntervalMs: number;
  concurrency: number;
  active: number;
  readonly waiting: Set<() => void>;
  /** When the next request may begin. */
  nextAt: number;
  restsUntil: number;
}

export interface HostPacesOptions {
  readonly clock: Clock;
  readonly pause: Pause;
  readonly pace: Required<WebPace>;
}

const MOST_LANES = 1000;
/** Whatever a host asks for. */
const LONGEST_REST_MS = 3_600_000;
const TOO_MANY_REQUESTS = 429;

export class HostPaces {
  readonly #options: HostPacesOptions;
  readonly #lanes = new Map<string, Lane>();

  constructor(options: HostPacesOptions) {
    this.#options = options;
  }

  /** Resolves when a request may begin, with what to call when it is over. Fails as a host does that is asked too often. */
  async enter(host: string, pace: WebPace | undefined, signal: AbortSignal): Promise<() => void> {
    const lane = this.#lane(host);
    lane.minIntervalMs = Math.max(lane.minIntervalMs, pace?.minIntervalMs ?? 0);
    lane.concurrency = Math.max(1, Math.min(lane.concurrency, pace?.concurrency ?? lane.concurrency));
    this.#refuseLongRest(lane);
    await takeSlot(lane, signal);
    try {
      await this.#turn(lane, signal);
    } catch (error) {
      giveSlot(lane);
      throw error;
    }
    return () => giveSlot(lane);
  }

  /** For a request that another host led to: its interval and rest count, its slots do not. */
  async pass(host: string, signal: AbortSignal): Promise<void> {
    const lane = this.#lane(host);
    this.#refuseLongRest(lane);
    await this.#turn(lane, signal);
  }

  /** The host wants to be left alone. */
  rest(host: string, ms: number): void {
    const lane = this.#lane(host);
    lane.restsUntil = Math.max(lane.restsUntil, this.#now() + Math.min(ms, LONGEST_REST_MS));
  }

  async #turn(lane: Lane, signal: AbortSignal): Promise<void> {
    const begins = Math.max(this.#now(), lane.nextAt, lane.restsUntil);
    lane.nextAt = begins + lane.minIntervalMs;
    const wait = begins - this.#now();
    if (wait > 0) await this.#options.pause(wait, signal);
    if (signal.aborted) throw new HttpFailure('cancelled');
  }

  #refuseLongRest({ restsUntil }: Lane): void {
    const left = restsUntil - this.#now();
    if (left > LONGEST_WAIT_MS) throw new HttpFailure('status', { status: TOO_MANY_REQUESTS, retryAfterMs: left });
  }

  #lane(host: string): Lane {
    const known = this.#lanes.get(host);
    if (known) return known;
    if (this.#lanes.size >= MOST_LANES) this.#forgetIdle();
    const lane = { ...this.#options.pace, active: 0, waiting: new Set<() => void>(), nextAt: 0, restsUntil: 0 };
    this.#lanes.set(host, lane);
    return lane;
  }

  /** What somebody asked for is not forgotten: those are few. */
  #forgetIdle(): void {
    const now = this.#now();
    const { minIntervalMs, concurrency } = this.#options.pace;
    for (const [host, lane] of this.#lanes) {
      const isIdle = lane.active + lane.waiting.size === 0 && lane.nextAt <= now && lane.restsUntil <= now;
      const isPlain = lane.minIntervalMs === minIntervalMs && lane.concurrency === concurrency;
      if (isIdle && isPlain) this.#lanes.delete(host);
    }
  }

  #now(): number {
    return this.#options.clock.now();
  }
}

async function takeSlot(lane: Lane, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw new HttpFailure('cancelled');
  if (lane.active < lane.concurrency) {
    lane.active++;
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const begin = (): void => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = (): void => {
      lane.waiting.delete(begin);
      reject(new HttpFailure('cancelled'));
    };
    signal.addEventListener('abort', giveUp, { once: true });
    lane.waiting.add(begin);
  });
}

/** Handed on to who waits longest, unless fewer are wanted by now. */
function giveSlot(lane: Lane): void {
  const [next] = lane.waiting;
  if (next && lane.active <= lane.concurrency) {
    lane.waiting.delete(next);
    next();
  } else {
    lane.active--;
  }
}
