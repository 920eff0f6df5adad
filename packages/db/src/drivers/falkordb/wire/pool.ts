/**
 * The connections to one server, opened as calls ask for them and kept. A call has its connection to itself: the server
 * answers one query after the other on each, so that a second one would wait for the first.
 */
import type { PoolNumbers } from '@zapomni/core/ports';
import type { Connection } from './connection.ts';

/** Every connection stayed in use for too long. */
export class CrowdedError extends Error {
  override readonly name = 'CrowdedError';
}

export interface PoolOptions {
  readonly size: number;
  readonly acquireTimeoutMs: number;
  /** Told once each time more than four fifths are in use. */
  onCrowded(inUse: number, size: number): void;
}

const CROWDED = 0.8;

export class Pool {
  readonly #open: () => Promise<Connection>;
  readonly #options: PoolOptions;
  readonly #idle: Connection[] = [];
  readonly #queue: (() => void)[] = [];
  #inUse = 0;
  #crowded = false;

  constructor(open: () => Promise<Connection>, options: PoolOptions) {
    this.#open = open;
    this.#options = options;
  }

  get numbers(): PoolNumbers {
    const { size } = this.#options;
    return { size, inUse: this.#inUse, idle: this.#idle.length, waiting: this.#queue.length };
  }

  async use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    await this.#enter();
    try {
      const connection = this.#takeIdle() ?? (await this.#open());
      try {
        return await work(connection);
      } finally {
        if (connection.usable) this.#idle.push(connection);
      }
    } finally {
      this.#leave();
    }
  }

  /** Closes what is idle; what is in use closes itself when `use` is over and the pool is asked again. */
  close(): void {
    for (const connection of this.#idle.splice(0)) connection.close();
  }

  #takeIdle(): Connection | undefined {
    for (;;) {
      const connection = this.#idle.pop();
      if (!connection || connection.usable) return connection;
    }
  }

  #enter(): Promise<void> | undefined {
    if (this.#inUse < this.#options.size) {
      this.#inUse += 1;
      this.#watch();
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = (): void => {
        this.#queue.splice(this.#queue.indexOf(enter), 1);
        reject(new CrowdedError('no connection became free in time'));
      };
      const timer = setTimeout(giveUp, this.#options.acquireTimeoutMs);
      this.#queue.push(enter);
    });
  }

  /** Whoever has waited longest takes the place. */
  #leave(): void {
    const next = this.#queue.shift();
    if (next) return next();
    this.#inUse -= 1;
    this.#watch();
  }

  #watch(): void {
    const crowded = this.#inUse > this.#options.size * CROWDED;
    if (crowded && !this.#crowded) this.#options.onCrowded(this.#inUse, this.#options.size);
    this.#crowded = crowded;
  }
}
