import type { RecordName, RecordSummary, Totals, TransferRecord } from '../model/index.ts';

export interface SummaryPage {
  readonly summaries: readonly RecordSummary[];
  /** Of these records alone. */
  readonly totals: Totals;
}

/**
 * All of a store as records, for moving it to another engine, for backup, and for comparing two stores. Contract:
 * - `read` and `summarize` give what comes after a name, whether or not there is such a record, in the order of names; an
 *   empty answer is the end. They may give fewer than `limit`, where records are large; what they hold at once is bounded
 *   but for a single record.
 * - What is written comes back from `read` equal in every field; other ports show it as they showed it in the store that
 *   it came from. Only numbers that an engine gives itself (of passages, of merges) may differ.
 * - `write` is durable when it resolves, and idempotent: a record takes the place of the one with its name. One record that
 *   is refused refuses the batch. A crash may leave some of a batch, but its mark only with all of it. An entity or
 *   workspace that a record needs and that is not there yet is made of its name alone, until its own record comes.
 */
export interface StoreTransfer {
  /**
   * From now on `read`, `summarize` and `find` speak of this moment, whatever others write, until `release`. False where
   * the engine cannot: they then speak of whatever is stored when they are asked. A second `hold` moves on to the present.
   *
   * `firmly` has an engine that cannot keep all writers waiting until `release`, for as long as they bear it, if it may: nobody
   * is refused. Whether that was long enough, the store's version tells before `release`.
   */
  hold(firmly?: boolean): Promise<boolean>;
  release(): Promise<void>;
  read(after: RecordName | null, limit: number): Promise<TransferRecord[]>;
  summarize(after: RecordName | null, limit: number): Promise<SummaryPage>;
  /** In the order asked; those that do not exist are left out. */
  find(names: readonly RecordName[]): Promise<TransferRecord[]>;
  /** The mark is kept with the records, in place of the last one: where a migration into this store has got to. */
  write(records: readonly TransferRecord[], mark: string): Promise<void>;
  /**
   * Takes records away that the store they came from no longer has, and says how many went. A memory goes only if a
   * tombstone here says that it was removed there, a workspace only when it is empty; tombstones stay. Leaves no
   * tombstones of its own.
   */
  remove(names: readonly RecordName[]): Promise<number>;
  /** Null when nothing was ever moved into this store. */
  mark(): Promise<string | null>;
}
