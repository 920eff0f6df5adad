/** Looking entities up, asserting and removing them: how it is asked and answered. */
import type { AsOf, Entity, EntityDraft, Relation } from '../../../model/index.ts';
import type { Merge } from '../../../ports/index.ts';
import type { MergeSuggestion } from '../merge/merge-request.ts';
import type { FoundByName, RelationView } from '../related/related-request.ts';

export interface SearchEntitiesRequest {
  readonly workspace: string;
  /** Words of names or aliases; slips of the pen are forgiven when nothing else is found. Empty: the most connected. */
  readonly query: string;
  readonly types?: readonly string[] | undefined;
  /** 1–200; 20. */
  readonly limit?: number | undefined;
}

export interface ListEntitiesRequest {
  readonly workspace: string;
  readonly types?: readonly string[] | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface ListRelationsRequest extends AsOf {
  readonly workspace: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface EntityRequest extends AsOf {
  readonly workspace: string;
  /** Name, alias or id. */
  readonly entity: string;
  readonly type?: string | undefined;
  /** Mentions and relations shown, each 0–100; 10. */
  readonly limit?: number | undefined;
  /** From `moreMentions` of the answer before. */
  readonly cursor?: string | undefined;
}

export interface MentionView {
  readonly memoryId: string;
  readonly passageId: number;
  /** Within the memory's text. */
  readonly start: number;
  readonly end: number;
  /** The sentence around it. */
  readonly text: string;
}

export interface EntityView extends FoundByName {
  readonly mentions: readonly MentionView[];
  readonly moreMentions: string | null;
  readonly mentionsTotal: number;
  readonly relations: readonly RelationView[];
  readonly relationsTotal: number;
  /** Merges into this entity, newest first; `splitEntities` undoes one. */
  readonly merges: readonly Merge[];
  readonly mergeSuggestions: readonly MergeSuggestion[];
}

export interface AssertEntitiesRequest {
  readonly workspace: string;
  readonly entities: readonly EntityDraft[];
}

export interface AssertedEntity {
  readonly entity: Entity;
  /** False when the workspace knew it already. */
  readonly created: boolean;
}

/** Ids alone: what is removed is named exactly. */
export interface RemoveEntitiesRequest {
  readonly workspace: string;
  readonly ids: readonly string[];
}

export interface RemovedEntities {
  readonly entities: number;
  readonly relations: number;
}

/** Entities by their names or aliases, and the relations among them. */
export interface Subgraph {
  readonly entities: readonly Entity[];
  readonly relations: readonly Relation[];
}
