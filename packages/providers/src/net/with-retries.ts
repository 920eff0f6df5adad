/**
 * Tries again what failed for reasons that pass: a little later each time, with jitter, so that many callers do not come
 * back at the same moment. When the other side says when to come back, that counts, unless it is too long to wait for.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpFailure } from './http-failure.ts';

/** Waits, or ends early when the signal fires. A port, so that tests need not wait. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

export interface RetryOptions {
  /** Before each further try. */
  readonly waits: readonly number[];
  readonly signal?: AbortSignal | undefined;
  readonly pause?: Pause;
  /** 0–1. */
  readonly random?: () => number;
}

/** P033: three more tries. */
export const BACK_OFF: readonly number[] = [1000, 2000, 4000];
/** What asks for more is told to the caller, who has a queue for it. */
export const LONGEST_WAIT_MS = 30_000;
const JITTER = 0.25;

export async function withRetries<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { waits, signal, pause = realPause, random = Math.random } = options;
  for (let tried = 0; ; tried++) {
    try {
      return await work();
    } catch (error) {
      const wait = waits[tried];
      if (!(error instanceof HttpFailure) || !error.isTransient || wait === undefined) throw error;
      const asked = error.retryAfterMs ?? 0;
      if (asked > LONGEST_WAIT_MS) throw error;
      await pause(Math.max(asked, wait) * (1 + JITTER * random()), signal);
      if (signal?.aborted) throw new HttpFailure('cancelled');
    }
  }
}

export const realPause: Pause = (ms, signal) =>
  sleep(ms, undefined, signal ? { signal } : {}).catch(() => {
    // The signal fired; the caller looks at it.
  });
