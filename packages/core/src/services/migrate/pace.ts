/** How fast a migration may go, so that others have the disk and the processor too. */
import { ZapomniError } from '../../errors/index.ts';

/** At most so many records a second, or only this share of the time (0–1). */
export type Throttle = { readonly perSecond: number } | { readonly share: number };

/** Rests shorter than this are saved up. */
const LEAST_REST_MS = 20;

/** How long to rest after so many records that took so long. */
export function restAfter(throttle: Throttle | undefined, records: number, tookMs: number): number {
  if (!throttle) return 0;
  if ('perSecond' in throttle) return Math.max(0, (records / throttle.perSecond) * 1000 - tookMs);
  return tookMs * (1 / throttle.share - 1);
}

export class Pace {
  readonly #throttle: Throttle | undefined;
  readonly #signal: AbortSignal | undefined;
  #records = 0;
  #since = performance.now();

  constructor(throttle?: Throttle, signal?: AbortSignal) {
    this.#throttle = throttle;
    this.#signal = signal;
  }

  /** Call it after each portion of work. CANCELLED when the signal has fired. */
  async rest(records: number): Promise<void> {
    if (this.#signal?.aborted)
      throw new ZapomniError('CANCELLED', 'The migration was stopped; it can be taken up again.');
    this.#records += records;
    const ms = restAfter(this.#throttle, this.#records, performance.now() - this.#since);
    if (ms < LEAST_REST_MS) return;
    await pause(ms, this.#signal);
    this.#records = 0;
    this.#since = performance.now();
  }
}

/** Ends early when the signal fires. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
