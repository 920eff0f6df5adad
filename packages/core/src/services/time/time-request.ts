/** What was so when, and what the store believed when: how it is asked and answered. */
import type { AsOf, Entity } from '../../model/index.ts';
import type { Page, RecordedMemory, StoreEvent } from '../../ports/index.ts';
import type { RelationView } from '../graph/related/related-request.ts';

export interface TimelineRequest {
  readonly workspace: string;
  /** Name, alias or id: what is known of it. Or a memory: its versions. Neither: the memories of the workspace. */
  readonly entity?: string | undefined;
  readonly memoryId?: string | undefined;
  /** Valid time, from inclusive, until exclusive. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** What the store believed then of an entity or a memory; now when left out. */
  readonly knownAt?: number | undefined;
  /** 1–200; 50. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Something that held for a while. */
export type TimelineEntry = {
  /** Valid time; `until` is null while it holds. */
  readonly from: number;
  readonly until: number | null;
  /** Transaction time; `recordedTo` is null while it is believed. */
  readonly recordedAt: number;
  readonly recordedTo: number | null;
} & (
  | { readonly kind: 'memory'; readonly memoryId: string; readonly version: number; readonly text: string }
  | { readonly kind: 'relation'; readonly relation: RelationView }
);

export interface Timeline {
  /** In order of valid time, the latest first; the versions of a memory by when they were recorded. */
  readonly entries: readonly TimelineEntry[];
  readonly next: string | null;
  /** Null unless an entity was asked for and exists. */
  readonly entity: Entity | null;
  /** Names near the one that was not found. */
  readonly suggestions: readonly Entity[];
}

export interface ChangesRequest {
  readonly workspace: string;
  /** Transaction time, from inclusive, until exclusive; until now when left out. */
  readonly from: number;
  readonly until?: number | undefined;
  readonly kinds?: readonly StoreEvent['kind'][] | undefined;
  readonly memoryId?: string | undefined;
  /** 1–500; 100. */
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** An event of the store, with names and a preview. */
export type Change = {
  readonly at: number;
} & (
  | {
      readonly kind: 'memory';
      readonly change: 'added' | 'changed' | 'superseded' | 'removed';
      readonly memoryId: string;
      /** Null when it was removed, as are the rest. */
      readonly version: number | null;
      readonly text: string | null;
      readonly validFrom: number | null;
      /** Null too while it holds. */
      readonly validTo: number | null;
    }
  | {
      readonly kind: 'relation';
      readonly change: 'added' | 'closed' | 'withdrawn';
      readonly relationId: string;
      /** Null for an end that was removed since. */
      readonly source: string | null;
      readonly type: string;
      readonly target: string | null;
      readonly memoryId: string | null;
      readonly confidence: number;
      readonly validFrom: number;
      readonly validTo: number | null;
    }
);

export interface SnapshotRequest extends AsOf {
  readonly workspace: string;
  /** Of memories and of relations each, 1–200; 50. */
  readonly limit?: number | undefined;
  /** From the answer before; a part whose cursor is null is not asked for again. */
  readonly memoryCursor?: string | null | undefined;
  readonly relationCursor?: string | null | undefined;
}

export interface Snapshot {
  /** The moment shown. */
  readonly validAt: number;
  readonly knownAt: number;
  readonly memories: Page<RecordedMemory>;
  readonly relations: Page<RelationView>;
}
