/**
 * What a memory is. Two clocks run through it: *valid time* (`validFrom`–`validTo`: when the remembered thing was true in
 * the world) and *transaction time* (`recordedAt`, and in history `recordedTo`: when the store believed it). All times are
 * milliseconds since the epoch.
 */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
export type Metadata = Readonly<Record<string, JsonValue>>;

export interface Memory {
  /** UUIDv7. Stays the same through every update. */
  readonly id: string;
  readonly workspace: string;
  /** Exactly what was given, less white space at the two ends. */
  readonly text: string;
  readonly kind: string;
  readonly tags: readonly string[];
  readonly source: string;
  readonly metadata: Metadata;
  /** SHA-256 of the text, hex. */
  readonly hash: string;
  /** The caller's idempotency key, if one was given; unique in its workspace. */
  readonly key: string | null;
  /** When the remembered thing happened, if the caller said so. */
  readonly occurredAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** 1 for a new memory, one more with every update. */
  readonly version: number;
  readonly recordedAt: number;
  readonly validFrom: number;
  /** Null while it holds. */
  readonly validTo: number | null;
  /** The memory that replaced this one, and the one that this one replaced. */
  readonly supersededBy: string | null;
  readonly supersedes: string | null;
  readonly passageCount: number;
}

/** A memory without its (possibly huge) text: what lists and receipts carry. */
export interface MemorySummary extends Omit<Memory, 'text'> {
  /** The first characters of the text. */
  readonly preview: string;
  /** Length of the text in UTF-16 code units. */
  readonly length: number;
}

/** An earlier state of a memory: what the store believed from `recordedAt` until `recordedTo`. */
export interface MemoryVersion extends Memory {
  readonly recordedTo: number;
}

/** A stretch of a memory's text that is indexed and found as one. Offsets are UTF-16 code units of the memory's text. */
export interface PassageSpan {
  readonly start: number;
  readonly end: number;
}

/** A stored passage. Ids are small integers, given in the order of storing and never used again. */
export interface Passage extends PassageSpan {
  readonly id: number;
  readonly memoryId: string;
  readonly ordinal: number;
  readonly text: string;
}

/** Names of workspaces, and which of them a caller may not take. */
export const WORKSPACE_PATTERN = /^[a-z0-9][a-z0-9_-]{0,62}$/;
export const RESERVED_WORKSPACES: readonly string[] = ['system', 'admin', 'test', 'global', 'root', 'internal'];
export const DEFAULT_WORKSPACE = 'default';

/** The kind of a memory that holds the text of a document. */
export const DOCUMENT_KIND = 'document';
/** Of the note with which the text of a document ended. */
export const ENDED_KIND = `ended_${DOCUMENT_KIND}`;

/** The kind of a memory that holds the title and abstract of a paper, or the text of one of its files. */
export const PAPER_KIND = 'paper';

/** Whether such a memory may hold the text of a document. */
export function mayHoldDocument(kind: string): boolean {
  return kind === DOCUMENT_KIND || kind === PAPER_KIND;
}

/** Whether it is what a file or a library says or said, and not a memory of its own. */
export function isOfDocument(kind: string): boolean {
  return mayHoldDocument(kind) || kind === ENDED_KIND;
}

export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: number;
}

export interface WorkspaceSummary extends Workspace {
  readonly memories: number;
  readonly passages: number;
}
