/** Relations that somebody asserts: how it is asked and answered. */
import type { Entity } from '../../../model/index.ts';
import type { RelationView } from '../related/related-request.ts';

/** A thing to link: a name or id that exists, or name and type, which makes it where it does not. */
export type EntityChoice = string | { readonly name: string; readonly type: string };

export interface LinkDraft {
  readonly source: EntityChoice;
  readonly type: string;
  readonly target: EntityChoice;
  /** 0–1; 1. */
  readonly confidence?: number | undefined;
  /** The memory that says so. */
  readonly memoryId?: string | undefined;
  /** Since when it is so; now when left out. */
  readonly validFrom?: number | undefined;
  readonly validTo?: number | undefined;
}

export interface LinkRequest {
  readonly workspace: string;
  /** 1–1000. */
  readonly links: readonly LinkDraft[];
}

export interface LinkResult {
  /** In the order asked. */
  readonly relations: readonly RelationView[];
  /** Entities that were made. */
  readonly created: readonly Entity[];
}

/** A relation by its id, or by its ends and type. */
export type RelationChoice =
  | { readonly relationId: string }
  | { readonly source: string; readonly type: string; readonly target: string };

export interface UnlinkRequest {
  readonly workspace: string;
  readonly relation: RelationChoice;
  /** When it ceased to be so; now when left out. */
  readonly validTo?: number | undefined;
}

export interface UnlinkResult {
  readonly relationId: string;
  /** An assertion was ended. False when nobody had asserted it: what texts say ends with the texts. */
  readonly ended: boolean;
  /** The relation as it still stands on what texts say, if it does. */
  readonly remaining: RelationView | null;
}
