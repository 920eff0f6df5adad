/** When a visit is over: its time is up, it took too much, the caller has had enough, or the browser is gone. Whatever is under way then fails with that. */
import { ZapomniError } from '@zapomni/core/errors';

export interface VisitLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export class VisitEnd {
  /** Fires with the end, for whatever waits by a signal. */
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #endsAt: number;
  readonly #timer: NodeJS.Timeout;
  readonly #given: AbortSignal | undefined;
  readonly #over: Promise<never>;
  #fail: (why: ZapomniError) => void = () => undefined;
  #why: ZapomniError | undefined;
  readonly #cancel = (): void => this.end(new ZapomniError('CANCELLED', 'The visit was cancelled.'));

  constructor({ timeoutMs, signal }: VisitLimits) {
    this.signal = this.#controller.signal;
    this.#endsAt = performance.now() + timeoutMs;
    this.#over = new Promise<never>((_resolve, reject) => {
      this.#fail = reject;
    });
    // Nobody may be waiting when it ends.
    this.#over.catch(() => undefined);
    this.#timer = setTimeout(() => this.end(timeUp(timeoutMs)), timeoutMs);
    this.#given = signal;
    signal?.addEventListener('abort', this.#cancel, { once: true });
    if (signal?.aborted) this.#cancel();
  }

  /** What is left of the time, and no more than this. Never 0, which would mean without a limit. */
  within(ms: number): number {
    return Math.max(1, Math.min(ms, this.#endsAt - performance.now()));
  }

  get why(): ZapomniError | undefined {
    return this.#why;
  }

  end(why: ZapomniError): void {
    if (this.#why) return;
    this.#why = why;
    this.#settle();
    this.#fail(why);
    this.#controller.abort();
  }

  /** The visit is closed; nothing is told to anybody any more. */
  close(): void {
    this.end(new ZapomniError('CANCELLED', 'The visit is over.'));
  }

  check(): void {
    if (this.#why) throw this.#why;
  }

  /** The work, or the end if that comes first. */
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#over]);
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#given?.removeEventListener('abort', this.#cancel);
  }
}

function timeUp(ms: number): ZapomniError {
  return new ZapomniError('TIMEOUT', `The visit took longer than ${Math.ceil(ms / 1000)} s.`, {
    hint: 'Allow it more time, or have it do less.',
  });
}
