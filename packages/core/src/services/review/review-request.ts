/** What is looked through for somebody to settle, and what they may say of it. */
import type { Memory } from '../../model/index.ts';
import type { CodeMention } from '../code/mentions/index.ts';

export const REVIEW_KINDS = ['duplicates', 'contradictions', 'stale', 'secrets'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

export interface ReviewRequest {
  readonly workspace: string;
  readonly limit: number;
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ReviewPage<Item> {
  readonly items: readonly Item[];
  /** So many were looked at for this page: there may be none among many. */
  readonly looked: number;
  /** Null when all have been looked at. */
  readonly next: string | null;
}

/** Two memories of one matter. */
export interface ReviewPair {
  readonly older: Memory;
  readonly newer: Memory;
}

export interface StaleMemory {
  readonly memory: Memory;
  /** What it names and is otherwise by now, or gone. */
  readonly code: readonly CodeMention[];
}

export interface SecretMemory {
  readonly memory: Memory;
  /** Of all that are in it, by their names. */
  readonly kinds: readonly string[];
  /** What stands round the first, which is left out. */
  readonly before: string;
  readonly after: string;
}

/** What was looked at and is to stay as it is. The order of the ids makes no difference. */
export interface Settling {
  readonly workspace: string;
  readonly kind: ReviewKind;
  readonly ids: readonly string[];
}

export interface MergeRequest {
  readonly workspace: string;
  readonly keep: string;
  readonly drop: string;
  /** What the kept one says then; what it says already by default. */
  readonly text?: string | undefined;
}

export interface SupersedeRequest {
  readonly workspace: string;
  readonly older: string;
  readonly newer: string;
}
