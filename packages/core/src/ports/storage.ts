import type { ChangeLog } from './change-log.ts';
import type { GraphStore, ExtractionQueue } from './graph-store.ts';
import type { EmbeddingQueue, MemoryStore, FullTextIndex, VectorIndex } from './memory-store.ts';
import type { TimeStore } from './time-store.ts';
import type { RecordStore } from './record-store.ts';
import type { SettingStore } from './setting-store.ts';
import type { StoreTransfer } from './transfer.ts';
import type { WorkQueue } from './work-queue.ts';
import type { WorkspaceStore } from './workspace-store.ts';

/** What a deep look is at, one after the other. */
export const STORE_PARTS = ['store', 'passages', 'vectors', 'words', 'graph', 'records', 'work'] as const;
export type StorePart = (typeof STORE_PARTS)[number];

/** Something in a store that contradicts something else in it. */
export interface StoreFault {
  readonly part: StorePart;
  /** Without a word of what is stored. */
  readonly fault: string;
  readonly count: number;
  /** Of what was given and cannot be made again: the ids of the first few. */
  readonly ids?: readonly string[];
}

/** How many ids a fault names. */
export const MOST_FAULT_IDS = 20;

/** What `doctor` and `get_stats` say of an engine. */
/** The connections to the engine, or what stands for them: how many calls it works on at once, and how many wait their turn. */
export interface PoolNumbers {
  readonly size: number;
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface StorageReport {
  readonly engine: string;
  readonly engineVersion: string;
  readonly schemaVersion: number;
  /** Several processes may use the store at once. */
  readonly shared: boolean;
  readonly integrity: 'ok' | 'damaged' | 'unchecked';
  /** The faults in words, and in what the engine keeps less than it could. */
  readonly warnings: readonly string[];
  /** Of a deep look; none where nobody looked. */
  readonly faults: readonly StoreFault[];
  /** Of this process. */
  readonly pool: PoolNumbers;
}

/** How far the files of a store are free of what was removed from it. Words for the user, without contents. */
export interface ScrubReport {
  readonly did: readonly string[];
  /** Where it may still be, and what can be done about that. */
  readonly remains: readonly string[];
}

/** One engine, all its ports. Opening is lazy: the first call opens, and a failed open is tried afresh by the next call. */
export interface Storage {
  readonly memories: MemoryStore;
  readonly workspaces: WorkspaceStore;
  readonly fullText: FullTextIndex;
  readonly vectors: VectorIndex;
  readonly embeddings: EmbeddingQueue;
  readonly extractions: ExtractionQueue;
  readonly graph: GraphStore;
  readonly times: TimeStore;
  readonly records: RecordStore;
  /**
   * Changes with every write, by any process, before the writer is told that it is durable; stays while nothing is written.
   * Cheap. Only for comparing with what this storage said before.
   */
  version(): Promise<string>;
  readonly changes: ChangeLog;
  readonly settings: SettingStore;
  readonly work: WorkQueue;
  readonly transfer: StoreTransfer;
  /** `deep` also reads every page and compares the indexes with the truth. */
  inspect(deep: boolean): Promise<StorageReport>;
  /**
   * Makes the files of the store free of what was removed from it before: journals, logs of queries, pages that nothing uses.
   * Takes as long as writing all of the store anew. What could not be done is told and not an error.
   */
  scrub(): Promise<ScrubReport>;
  /** Waits for calls under way. Safe to call twice. */
  close(): Promise<void>;
}
