import type { IndexEntry, RecordParent } from '../model/record.ts';

/**
 * Structured data of any feature, in collections that no engine knows. The core turns a record into its JSON and its index
 * keys (texts whose order of bytes is the order of the values, services/records/index-key.ts), so that engines only keep
 * texts in order and cannot differ in their answers.
 */

export interface RecordPut {
  readonly op: 'put';
  readonly collection: string;
  readonly key: string;
  /** JSON. Comes back byte for byte. */
  readonly value: string;
  /** One index may have several values of a record; the same one twice counts once. */
  readonly entries: readonly IndexEntry[];
  readonly parent: RecordParent | null;
  /** SHA-256 of the blobs it refers to, in hex; those stay as long as some record does. */
  readonly blobs: readonly string[];
  /** Only if the record has this version; 0: only if there is none. */
  readonly ifVersion?: number;
}

export interface RecordDelete {
  readonly op: 'delete';
  readonly collection: string;
  readonly key: string;
  readonly ifVersion?: number;
}

export type RecordWrite = RecordPut | RecordDelete;

export interface StoredRecord {
  readonly collection: string;
  readonly key: string;
  readonly value: string;
  /** 1 for a new one, one more with each put. */
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly parent: RecordParent | null;
}

/** A stretch of an index, or of the keys themselves where no index is named. In the order of the bytes of UTF-8. */
export interface RecordRange {
  readonly collection: string;
  readonly index?: string;
  /** Inclusive. */
  readonly from?: string;
  /** Exclusive. */
  readonly to?: string;
}

export type RecordIndex = Pick<RecordRange, 'collection'> & { readonly index: string };

export interface ValueCount {
  readonly value: string;
  readonly records: number;
}

export interface RecordScan extends RecordRange {
  readonly descending?: boolean;
  readonly limit: number;
  /** From the previous page's `next`. */
  readonly cursor?: string;
}

export interface RecordPage {
  /**
   * Records with the same index value come in the order of their keys, descending in its reverse; one with several values
   * in the range comes once for each. There may be fewer than the limit where records are large.
   */
  readonly items: readonly StoredRecord[];
  /** Null when nothing is left. */
  readonly next: string | null;
}

/**
 * Records, durable. Contract:
 * - `write` does all or nothing, in order; its promise means that it is on disk and seen by the next call of any process.
 *   CONFLICT for another version than `ifVersion`, NOT_FOUND for a parent that is not there at its turn, CONFLICT for one
 *   that lies below the record itself. Unique values are judged when the whole list is done, so that two records may
 *   exchange theirs: CONFLICT where another record has one. The issue names the write by its place (`writes[3]`), with
 *   collection and index, never what they hold. Deleting what is not there is fine.
 * - The same list of writes may be given to `memories.add`, `update` and `remove`: it is then done after them, in one
 *   transaction with them. A parent that `add` found to be a duplicate stands for the memory that was there already.
 * - A record goes with its parent, and its own children with it; deletion receipts count them. Clearing or removing a
 *   workspace takes all of its records. A key is an id, and may be named by the log of changes for a while after that: what
 *   must leave no trace does not belong in it.
 * - Values up to 1 MiB of UTF-8, keys and index values 1 to 1,024 bytes, TOO_LARGE beyond. INVALID_INPUT for what is not
 *   well-formed or holds NUL, for a blob that is no hash, and for names of collections and indexes that are not
 *   [a-z][a-z0-9_]{0,40}. A page has 1 to 1,000 records. A workspace that does not exist is made by a put, and is empty for
 *   everything else.
 */
export interface RecordStore {
  /** The versions, in the order of the writes; 0 for a delete. */
  write(workspace: string, writes: readonly RecordWrite[], at: number): Promise<readonly number[]>;
  /** In the order asked; those that do not exist are left out. */
  get(workspace: string, collection: string, keys: readonly string[]): Promise<StoredRecord[]>;
  scan(workspace: string, scan: RecordScan): Promise<RecordPage>;
  /** A page for each, in the order asked: one way to the store for many small questions. */
  scanMany(workspace: string, scans: readonly RecordScan[]): Promise<readonly RecordPage[]>;
  count(workspace: string, range: RecordRange): Promise<number>;
  /** For each, in the order asked. */
  countMany(workspace: string, ranges: readonly RecordRange[]): Promise<readonly number[]>;
  /** Values of an index that at least so many records have, in their order; no record is read for it. */
  tally(workspace: string, index: RecordIndex, least: number): Promise<readonly ValueCount[]>;
  /** Collections that have any record in the workspace, by name. */
  collections(workspace: string): Promise<readonly { readonly collection: string; readonly records: number }[]>;
  /** Which of these blobs some record of any workspace refers to. */
  blobsInUse(hashes: readonly string[]): Promise<readonly string[]>;
  /** Hashes that records of any workspace refer to, in order, after the given one. */
  blobsReferred(after: string | null, limit: number): Promise<readonly string[]>;
}
