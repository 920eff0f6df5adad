import type { MemoryVersion } from '../model/memory.ts';
import type { AsOf, Evidence } from '../model/graph/graph.ts';
import type { Page } from './memory-store.ts';

/** A memory as it was believed between two moments of transaction time. `recordedTo` is null for what is believed now. */
export interface RecordedMemory extends Omit<MemoryVersion, 'recordedTo'> {
  readonly recordedTo: number | null;
}

/** A piece of evidence with the relation it is for. */
export interface RecordedEvidence extends Evidence {
  readonly relationId: string;
}

/** Something the store learned: a version of a memory or of a piece of evidence began or ended in transaction time. */
export type StoreEvent =
  | {
      readonly at: number;
      readonly kind: 'memory';
      readonly change: 'added' | 'changed' | 'superseded';
      readonly memory: RecordedMemory;
    }
  | { readonly at: number; readonly kind: 'memory'; readonly change: 'removed'; readonly memoryId: string }
  | {
      readonly at: number;
      readonly kind: 'relation';
      readonly change: 'added' | 'closed' | 'withdrawn';
      readonly evidence: RecordedEvidence;
    };

export interface EventQuery {
  /** Transaction time, from inclusive, until exclusive. */
  readonly from: number;
  readonly until: number;
  readonly kinds?: readonly StoreEvent['kind'][];
  readonly memoryId?: string;
  readonly limit: number;
  readonly cursor?: string;
}

/**
 * What was so when, and what the store believed when. Contract: for every memory the versions partition transaction time
 * from its adding on, without gap or overlap; the same for every piece of evidence. What was removed for good is in no
 * snapshot any more; its removal is an event.
 */
export interface TimeStore {
  /** What held at `validAt` as the store believed at `knownAt`; by id. Both are now when left out. */
  memoriesAsOf(
    workspace: string,
    moment: AsOf,
    page: { limit: number; cursor?: string },
  ): Promise<Page<RecordedMemory>>;
  /** In order of transaction time. */
  events(workspace: string, query: EventQuery): Promise<Page<StoreEvent>>;
}
