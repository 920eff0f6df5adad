/**
 * Ends a call that is no longer wanted, or that takes too long: to connect, to the first byte, in all. Why it was ended is
 * remembered, because what the connection says afterwards is only that it was closed.
 */
import { HttpFailure } from '../http-failure.ts';

export interface TimeLimits {
  readonly connectMs: number;
  /** From the connection to the head of the answer. */
  readonly firstByteMs: number;
  /** From the beginning to the last byte, redirections included. */
  readonly totalMs: number;
}

export class TimeCaps {
  readonly #limits: TimeLimits;
  readonly #signals: readonly AbortSignal[];
  readonly #cancel = (): void => this.#end(new HttpFailure('cancelled'));
  readonly #total: NodeJS.Timeout;
  #phase: NodeJS.Timeout | undefined;
  #stop: () => void = () => undefined;
  #ended: HttpFailure | undefined;
  #onEnd: (() => void) | undefined;

  /** `onEnd` is called once, when the call is over, one way or the other. */
  constructor(limits: TimeLimits, signals: readonly (AbortSignal | undefined)[], onEnd?: () => void) {
    this.#limits = limits;
    this.#onEnd = onEnd;
    this.#signals = signals.filter((signal) => signal !== undefined);
    for (const signal of this.#signals) signal.addEventListener('abort', this.#cancel);
    this.#total = setTimeout(this.#slow, limits.totalMs);
    if (this.#signals.some(({ aborted }) => aborted)) this.#cancel();
  }

  /** A hop begins, and is ended with `stop`; at once if the call has ended already. */
  connecting(stop: () => void): void {
    this.#stop = stop;
    this.#await(this.#limits.connectMs);
    if (this.#ended) stop();
  }

  connected(): void {
    this.#await(this.#limits.firstByteMs);
  }

  answered(): void {
    clearTimeout(this.#phase);
  }

  /** The call is over. */
  done(): void {
    clearTimeout(this.#phase);
    clearTimeout(this.#total);
    for (const signal of this.#signals) signal.removeEventListener('abort', this.#cancel);
    this.#onEnd?.();
    this.#onEnd = undefined;
  }

  /** What an error of the connection really means: why the call was ended, or else this. */
  failure(error: unknown, otherwise: 'unreachable' | 'cut'): HttpFailure {
    if (error instanceof HttpFailure) return error;
    return this.#ended ?? new HttpFailure(otherwise);
  }

  /** Fails when the call was ended while nothing was connected. */
  check(): void {
    if (this.#ended) throw this.#ended;
  }

  readonly #slow = (): void => this.#end(new HttpFailure('slow'));

  #await(ms: number): void {
    clearTimeout(this.#phase);
    // The total covers it.
    if (ms < this.#limits.totalMs) this.#phase = setTimeout(this.#slow, ms);
  }

  #end(why: HttpFailure): void {
    this.#ended ??= why;
    this.#stop();
    this.done();
  }
}
