/** Two entities that are one: suggesting, merging and undoing it. */
import type { Merge } from '../../../ports/index.ts';
import type { NamedEntity } from '../related/related-request.ts';

/** Why two entities might be one. */
export type MergeReason = 'same_name' | 'shared_alias' | 'initials' | 'short_name' | 'look_alike' | 'spelling';

export interface MergeSuggestion {
  /** The better known of the two. */
  readonly into: NamedEntity;
  readonly from: NamedEntity;
  readonly reason: MergeReason;
  /** 0–1. */
  readonly score: number;
}

export interface MergeSuggestionsRequest {
  readonly workspace: string;
  /** 1–100; 20. */
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface MergeSuggestions {
  /** Surest first. */
  readonly suggestions: readonly MergeSuggestion[];
  /** How many entities were compared; the rest of a huge workspace was not looked at. */
  readonly compared: number;
  readonly complete: boolean;
}

/** Names, aliases or ids; NOT_FOUND when one does not exist, CONFLICT when both are one already. */
export interface MergeRequest {
  readonly workspace: string;
  readonly into: string;
  readonly from: string;
}

export interface MergeResult {
  readonly merge: Merge;
  /** What both are now. */
  readonly entity: NamedEntity;
}

export interface SplitRequest {
  readonly workspace: string;
  readonly mergeId: string;
}

export interface SplitResult {
  readonly merge: Merge;
  readonly into: NamedEntity;
  readonly from: NamedEntity;
}
