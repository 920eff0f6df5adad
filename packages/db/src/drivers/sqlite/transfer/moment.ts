/**
 * What reads of a transfer look at: the store as it is, or as it was at the moment that is held. Holding is a transaction
 * on a connection of its own that may not write; writers go on meanwhile, and the journal keeps what they wrote.
 */
import { Database } from '../connection/database.ts';
import type { Store } from '../store.ts';

export class Moment {
  readonly #store: Store;
  #held: Database | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  hold(): boolean {
    this.release();
    if (!this.#store.shared) return false;
    const { file, db: present } = this.#store;
    const db = new Database({ file, lockWaitMs: LOCK_WAIT_MS, readOnly: true, now: present.now });
    try {
      db.exec('BEGIN');
      // A transaction begins with its first look.
      db.value('SELECT count(*) FROM sqlite_schema');
    } catch (error) {
      db.close();
      throw error;
    }
    this.#held = db;
    return true;
  }

  release(): void {
    this.#held?.close();
    this.#held = undefined;
  }

  read<Result>(work: (db: Database) => Result): Result {
    const held = this.#held;
    return held ? work(held) : this.#store.read(() => work(this.#store.db));
  }
}

const LOCK_WAIT_MS = 5000;
