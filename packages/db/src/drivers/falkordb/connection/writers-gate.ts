/**
 * Keeps the writers of a store waiting while somebody reads all of it as of one moment, which the engine cannot hold:
 *
 *   close ── what had begun comes to its end ── read ── open
 *
 * The gate is a key that goes by itself after a while: whoever closed it may die, and no writer waits longer than half the time
 * in which it expects an answer. Each process looks at it now and then, so that writing costs no more than before. A program
 * that knows no gate goes on writing; the version of the store tells.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Storage } from '@zapomni/core/ports';
import type { Store } from '../store.ts';

/** How old what a writer knows of the gate may be. */
const KNOWN_MS = 200;
/** Twice that, and time for what had begun. */
const CLOSING_MS = 500;
const LOOK_MS = 20;

/** Calls that change what a reader of the whole store would see. */
export const WRITING_CALLS: { readonly [Port in keyof Storage]?: readonly (keyof Storage[Port])[] } = {
  memories: ['add', 'update', 'remove', 'clear'],
  workspaces: ['create', 'remove'],
  vectors: ['put', 'forget'],
  embeddings: ['claim', 'release'],
  extractions: ['claim', 'release', 'requeue', 'withdraw'],
  graph: ['put', 'assertEntities', 'assertRelations', 'retractRelation', 'removeEntities', 'merge', 'split'],
  records: ['write'],
  settings: ['set'],
  work: ['add', 'claim', 'extend', 'settle', 'cancel', 'retry', 'prune'],
  transfer: ['write', 'remove'],
};

export class WritersGate {
  readonly #store: Store;
  #seenOpenAt = -Infinity;
  #closed = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** For writers, before they begin: resolves when the gate is open. */
  async pass(): Promise<void> {
    while (performance.now() - this.#seenOpenAt >= KNOWN_MS) {
      const asked = performance.now();
      const [closed = null] = await this.#store.command('none', ['GET', this.#store.names.gate]);
      if (closed === null) this.#seenOpenAt = asked;
      else await sleep(LOOK_MS);
    }
  }

  /** Somebody else's is closed anew for us; both of them read. */
  async close(): Promise<void> {
    const store = this.#store;
    const most = String(Math.floor(store.timeoutMs / 2));
    await store.command('repeatable', ['SET', store.names.gate, store.id, 'PX', most]);
    this.#closed = true;
    this.#seenOpenAt = -Infinity;
    await sleep(Math.min(CLOSING_MS, store.timeoutMs / 4));
  }

  async open(): Promise<void> {
    if (!this.#closed) return;
    this.#closed = false;
    const { gate } = this.#store.names;
    const [owner] = await this.#store.command('none', ['GET', gate]);
    if (owner === this.#store.id) await this.#store.command('repeatable', ['DEL', gate]);
  }
}
