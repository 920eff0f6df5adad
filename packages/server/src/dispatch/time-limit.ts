/** The client no longer wants the answer, or the server is going down. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';

  constructor(ms: number) {
    super(`Tool execution exceeded timeout (${ms / 1000}s)`);
  }
}

/** Longer times overflow the runtime's timers, which then fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs `work` for at most `ms`. When the time is up or `signal` aborts, the caller is told at once and `work` is asked to
 * stop through its own signal; one that does not listen goes on without anyone waiting for it.
 */
export async function withinTime<T>(
  signal: AbortSignal,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new CancelledError('The request was cancelled.');
  const controller = new AbortController();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  // Reject first: the work may fail because of the abort, and that failure must not be the answer.
  const stop = (error: Error): void => {
    reject(error);
    controller.abort(error);
  };
  const onAbort = (): void => stop(new CancelledError('The request was cancelled.'));
  const timer = setTimeout(() => stop(new TimeLimitError(ms)), Math.min(ms, MAX_TIMER_MS));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([stopped, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
