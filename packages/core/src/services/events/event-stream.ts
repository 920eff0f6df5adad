import type { AppEvent, Subscription } from './app-event.ts';
import type { EventQueue } from './event-queue.ts';

type Waiter = (result: IteratorResult<AppEvent, undefined>) => void;

const DONE: IteratorResult<AppEvent, undefined> = { done: true, value: undefined };

/** Events to be looped over. Those that come while nobody asks wait in the queue. */
export class EventStream implements AsyncIterableIterator<AppEvent, undefined> {
  /** What fills the queue. */
  subscription: Subscription | undefined;
  readonly #queue: EventQueue;
  readonly #waiters: Waiter[] = [];
  #isDone = false;

  constructor(queue: EventQueue) {
    this.#queue = queue;
  }

  /** From then on nothing is missed, not even of what other processes do. */
  get ready(): Promise<void> {
    return this.subscription?.ready ?? Promise.resolve();
  }

  /** Something waits in the queue. */
  wake(): void {
    while (this.#waiters.length > 0) {
      const value = this.#queue.shift();
      if (!value) return;
      this.#waiters.shift()?.({ done: false, value });
    }
  }

  next(): Promise<IteratorResult<AppEvent, undefined>> {
    if (this.#isDone) return Promise.resolve(DONE);
    const { promise, resolve } = Promise.withResolvers<IteratorResult<AppEvent, undefined>>();
    this.#waiters.push(resolve);
    this.wake();
    return promise;
  }

  /** Whoever waits for an event waits no longer. */
  return(): Promise<IteratorResult<AppEvent, undefined>> {
    if (!this.#isDone) {
      this.#isDone = true;
      this.subscription?.close();
      for (const resolve of this.#waiters.splice(0)) resolve(DONE);
    }
    return Promise.resolve(DONE);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
