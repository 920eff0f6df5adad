/**
 * All or nothing, and patient. A piece of work runs in one transaction; when another process holds the lock, the whole of
 * it is rolled back and tried again after a short random pause, until the time is up. Writers begin IMMEDIATE, because a
 * transaction that reads first and writes later fails at once, whatever the timeout, if someone wrote in between.
 */
import { ZapomniError } from '@zapomni/core/errors';
import type { Database } from './database.ts';
import { isBusy } from '../errors.ts';
import { UNSHAREABLE_WARNING } from './sqlite-version.ts';

const MAX_PAUSE_MS = 20;

export interface Patience {
  readonly timeoutMs: number;
  /** False when one process at a time may use the store: then a busy store will stay busy, and the error says why. */
  readonly shared: boolean;
}

/** Runs `work` again while it fails with BUSY; STORE_BUSY when the time is up. `work` must undo what it did. */
export function retryWhileBusy<Result>(patience: Patience, work: () => Result): Result {
  const deadline = performance.now() + patience.timeoutMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= deadline) throw busyError(patience, error);
      pause(1 + Math.random() * MAX_PAUSE_MS);
    }
  }
}

/** One consistent view of the store. */
export function inRead<Result>(db: Database, work: () => Result): Result {
  return within(db, 'BEGIN', work);
}

export function inWrite<Result>(db: Database, work: () => Result): Result {
  return within(db, 'BEGIN IMMEDIATE', work);
}

function within<Result>(db: Database, begin: string, work: () => Result): Result {
  db.exec(begin);
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has rolled back by itself after some errors, e.g. a full disk.
    if (db.inTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

function busyError(patience: Patience, cause: unknown): ZapomniError {
  if (patience.shared) {
    const message = 'Another process held the store for too long; nothing was changed.';
    return new ZapomniError('STORE_BUSY', message, { cause });
  }
  return new ZapomniError('STORE_BUSY', 'Another process has the store open.', {
    hint: `Close the other client first. ${UNSHAREABLE_WARNING}`,
    cause,
  });
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Of the worker's thread, which has nothing else to do. */
export function pause(ms: number): void {
  Atomics.wait(sleeper, 0, 0, ms);
}
