/**
 * A store as a list of plain records that no engine has a part in: what is moved from one store to another, and what a
 * backup is made of. All that belongs to a memory travels with it as one record, so that a record can be put in the place
 * of another without looking at anything else. Passages are named by their place in the memory, entities by their ids.
 */
import type { Memory, MemoryVersion, PassageSpan } from '../memory.ts';
import type { Mention } from '../graph/graph.ts';
import type { IndexEntry, RecordParent } from '../record.ts';

/** In the order in which they are read and written: what others refer to comes before them. */
export const RECORD_KINDS = [
  'setting',
  'workspace',
  'tombstone',
  'entity',
  'merge',
  'memory',
  'assertion',
  'record',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** Names one record of a store. Names are ordered: by kind, then part by part of the key in the order of code points. */
export interface RecordName {
  readonly kind: RecordKind;
  readonly key: readonly string[];
}

export interface SettingRecord {
  readonly kind: 'setting';
  readonly name: string;
  readonly value: string;
}

export interface WorkspaceRecord {
  readonly kind: 'workspace';
  readonly workspace: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: number;
}

/** That a memory was removed for good. Its workspace may be gone too. */
export interface TombstoneRecord {
  readonly kind: 'tombstone';
  readonly workspace: string;
  readonly id: string;
  readonly hash: string;
  readonly removedAt: number;
}

export interface EntityRecord {
  readonly kind: 'entity';
  readonly workspace: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly asserted: boolean;
  readonly createdAt: number;
  /** Other forms that were asserted. Those that a memory gave travel with the memory. */
  readonly aliases: readonly string[];
}

export interface MergeRecord {
  readonly kind: 'merge';
  readonly workspace: string;
  readonly from: string;
  readonly into: string;
  readonly at: number;
}

export type MemoryState = Omit<Memory, 'id' | 'workspace'>;

/** An earlier state. `text` is null where the version after it has the same one. */
export interface VersionState extends Omit<MemoryVersion, 'id' | 'workspace' | 'text'> {
  readonly text: string | null;
}

export interface VectorState {
  readonly passage: number;
  readonly model: string;
  readonly vector: Float32Array;
  readonly tokens: Uint8Array | null;
}

export interface MentionState extends Mention {
  readonly passage: number;
  readonly entity: string;
}

/** A form of an entity's name that the memory gave. */
export interface NameState {
  readonly entity: string;
  readonly form: string;
}

/** A piece of evidence with the relation that it is for. `source` and `target` are the entities that were read. */
export interface EvidenceState extends Mention {
  readonly source: string;
  readonly type: string;
  readonly target: string;
  readonly asserted: boolean;
  readonly version: number;
  readonly confidence: number;
  readonly validFrom: number;
  readonly validTo: number | null;
  readonly recordedAt: number;
  readonly recordedTo: number | null;
  /** The piece that this one continues with another validity: its place in the list. */
  readonly continues: number | null;
}

export interface MemoryRecord {
  readonly kind: 'memory';
  readonly workspace: string;
  readonly id: string;
  readonly memory: MemoryState;
  /** Oldest first. */
  readonly versions: readonly VersionState[];
  readonly passages: readonly PassageSpan[];
  readonly vectors: readonly VectorState[];
  readonly mentions: readonly MentionState[];
  readonly names: readonly NameState[];
  readonly evidence: readonly EvidenceState[];
  /** Waits to be read; with the entities that only the text before mentioned. Null when it does not wait. */
  readonly unread: readonly string[] | null;
}

/** A relation that somebody asserted without naming a memory. */
export interface AssertionRecord {
  readonly kind: 'assertion';
  readonly workspace: string;
  readonly source: string;
  readonly type: string;
  readonly target: string;
  readonly evidence: readonly EvidenceState[];
}

/**
 * A record of a collection. It may be written before the one that it belongs to, which it names and whose own record is
 * still to come; what must be unique is taken as it was there.
 */
export interface CollectionRecord {
  readonly kind: 'record';
  readonly workspace: string;
  readonly collection: string;
  readonly key: string;
  readonly value: string;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** By index and value, each once. */
  readonly entries: readonly IndexEntry[];
  readonly parent: RecordParent | null;
  /** In order, each once. */
  readonly blobs: readonly string[];
}

export type TransferRecord =
  | SettingRecord
  | WorkspaceRecord
  | TombstoneRecord
  | EntityRecord
  | MergeRecord
  | MemoryRecord
  | AssertionRecord
  | CollectionRecord;
