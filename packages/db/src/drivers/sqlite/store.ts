/** What every part of the engine works with: the database, and the two ways to use it. */
import { ZapomniError } from '@zapomni/core/errors';
import { Chores } from './connection/chores.ts';
import type { Connection } from './connection/connection.ts';
import { FilterLists } from './memories/filter-lists.ts';
import { readFormat, type StoreFormat } from './schema/format.ts';
import type { EngineOptions, ListSizes, Log } from './connection/protocol.ts';
import { inRead, inWrite, retryWhileBusy, type Patience } from './connection/transaction.ts';

/** Looking at 300,000 vectors takes some ten milliseconds; rewriting 32 segments took the lock for 46 ms of processor time. */
const LIST_SIZES: ListSizes = { from: 300_000, group: 32 };
const KEPT_CHANGES = 10_000;

export interface Store extends Connection {
  readonly log: Log;
  /** Runs `work` on one consistent view. */
  read<Result>(work: () => Result): Result;
  /** Runs `work` in one transaction: all of it is on disk when this returns, or none of it. */
  write<Result>(work: () => Result): Result;
  /** The same for work that can wait: throws BUSY at once when another process is writing. */
  attempt<Result>(work: () => Result): Result;
  readonly chores: Chores;
  readonly filters: FilterLists;
  readonly lists: ListSizes;
  /** How many changes the log of changes holds. */
  readonly keptChanges: number;
}

export function createStore(connection: Connection, options: EngineOptions, format: StoreFormat, log: Log): Store {
  const { db, shared } = connection;
  const patience: Patience = { timeoutMs: options.busyTimeoutMs, shared };
  const attempt = <Result>(work: () => Result): Result =>
    inWrite(db, () => {
      refuseChangedFormat(connection, format);
      return work();
    });
  return {
    ...connection,
    log,
    read: (work) => retryWhileBusy(patience, () => inRead(db, work)),
    write: (work) => retryWhileBusy(patience, () => attempt(work)),
    attempt,
    chores: new Chores(log),
    filters: new FilterLists(db),
    lists: options.lists ?? LIST_SIZES,
    keptChanges: options.keptChanges ?? KEPT_CHANGES,
  };
}

/** Another process may have upgraded the store while this one had it open; what we would write no longer fits. */
function refuseChangedFormat(connection: Connection, ours: StoreFormat): void {
  const now = readFormat(connection.db);
  if (now?.schema === ours.schema && now.terms === ours.terms) return;
  throw new ZapomniError('STORE_TOO_NEW', 'The store was upgraded by a newer version while this one was running.', {
    hint: 'Restart this program with the newer version.',
  });
}
