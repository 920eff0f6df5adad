/**
 * Hears that any process wrote to the store, from the server: a connection of its own waits for the stream of changes to grow,
 * while somebody listens. Where it cannot be asked, it rings each second, so that who listens hears of that from the store.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bell, BellListener } from '../../../shared/next-changes.ts';
import type { Store } from '../store.ts';
import type { Connection } from '../wire/connection.ts';
import type { Reply } from '../wire/reply-parser.ts';

/** What happens at once is looked at once. */
const SETTLE_MS = 50;
const BLOCK_MS = 30_000;
const RETRY_MS = 1000;

export class StreamBell implements Bell {
  readonly #store: Store;
  readonly #listeners = new Set<() => void>();
  #running: Run | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  listen(ring: () => void): BellListener {
    this.#listeners.add(ring);
    this.#running ??= this.#begin();
    return {
      leave: () => {
        if (this.#listeners.delete(ring) && this.#listeners.size === 0) this.#rest();
      },
    };
  }

  close(): void {
    this.#listeners.clear();
    this.#rest();
  }

  #begin(): Run {
    const run = new Run(this.#store, () => {
      for (const ring of this.#listeners) ring();
    });
    void run.follow();
    return run;
  }

  #rest(): void {
    this.#running?.stop();
    this.#running = undefined;
  }
}

class Run {
  readonly #store: Store;
  readonly #ring: () => void;
  #connection: Connection | undefined;
  #isOver = false;

  constructor(store: Store, ring: () => void) {
    this.#store = store;
    this.#ring = ring;
  }

  stop(): void {
    this.#isOver = true;
    this.#connection?.close();
  }

  async follow(): Promise<void> {
    while (!this.#isOver) {
      try {
        await this.#listen();
      } catch {
        if (this.#isOver) return;
        this.#ring();
        await pause(RETRY_MS);
      } finally {
        this.#connection?.close();
      }
    }
  }

  /** What is before the last entry can be read when it rings; what comes after it ends the wait. */
  async #listen(): Promise<void> {
    const connection = await this.#store.connect();
    this.#connection = connection;
    const { changes } = this.#store.names;
    const ask = (...args: string[]): Promise<Reply> => connection.sendAside(args, BLOCK_MS + this.#store.timeoutMs);
    while (!this.#isOver) {
      const last = idOfFirst(await ask('XREVRANGE', changes, '+', '-', 'COUNT', '1'));
      this.#ring();
      for (let grown: Reply = null; grown === null && !this.#isOver;) {
        grown = await ask('XREAD', 'COUNT', '1', 'BLOCK', String(BLOCK_MS), 'STREAMS', changes, last);
      }
      await pause(SETTLE_MS);
    }
  }
}

function idOfFirst(entries: Reply): string {
  const [first] = Array.isArray(entries) ? entries : [];
  return Array.isArray(first) ? String(first[0]) : '0-0';
}

function pause(ms: number): Promise<void> {
  return sleep(ms, undefined, { ref: false });
}
