/** Where a record belongs: it goes when that goes. */
export type RecordParent = { readonly memory: string } | { readonly collection: string; readonly key: string };

/** One value under which an index of the collection has the record. */
export interface IndexEntry {
  readonly index: string;
  readonly value: string;
  /** Refused while another record of the workspace and collection has this value of this index. */
  readonly unique: boolean;
}
