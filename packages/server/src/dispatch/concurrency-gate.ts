/** Lets at most `limit` pieces of work run at once; the others wait in order of arrival. */
export class ConcurrencyGate {
  readonly limit: number;
  #running = 0;
  readonly #waiting = new Set<() => void>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Runs `work` when it is its turn. Work whose signal aborts while it waits never starts, and the call rejects. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running < this.limit) {
      this.#running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const admit = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.#waiting.delete(admit);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(admit);
    });
  }

  /** The place goes straight to the next in line, so that a newcomer cannot slip in between. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
