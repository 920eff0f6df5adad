/** What is connected to a thing: how it is asked and answered. */
import type { AsOf, Entity, Mention } from '../../../model/index.ts';

export const DEEPEST = 5;
export const MOST_RELATED = 200;

export interface RelatedRequest extends AsOf {
  readonly workspace: string;
  /** Name, alias or id. */
  readonly entity: string;
  /** Which of several things of that name. */
  readonly type?: string | undefined;
  /** 1–5; 2. */
  readonly depth?: number | undefined;
  /** 1–200; 20. */
  readonly limit?: number | undefined;
  /** In any spelling: `works for` is `WORKS_FOR`. What merely stands beside it comes when `MENTIONED_WITH` is among them. */
  readonly relationTypes?: readonly string[] | undefined;
  readonly direction?: 'out' | 'in' | 'both' | undefined;
  /** Relations that are weaker are not followed, 0–1. */
  readonly minStrength?: number | undefined;
  /** Pieces of evidence shown for each step, 0–5; 2. */
  readonly evidence?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The words a relation is known from. */
export interface EvidenceSnippet {
  /** Null when somebody asserted it without naming a memory. */
  readonly memoryId: string | null;
  /** The sentence around it; empty when it was asserted. */
  readonly text: string;
  /** The very words that say it, and where they stand in the memory's text; null when it was asserted. */
  readonly said: SaidWords | null;
  readonly confidence: number;
  readonly validFrom: number;
  readonly validTo: number | null;
  readonly recordedAt: number;
  readonly recordedTo: number | null;
}

export interface SaidWords extends Mention {
  readonly quote: string;
  /** Where they stand in the sentence that is shown. */
  readonly mark: Mention;
}

/** An entity as it stands in paths and relations. */
export interface NamedEntity {
  readonly id: string;
  readonly type: string;
  readonly name: string;
}

/** A relation with the names of its ends. Read it from `source` to `target`. */
export interface RelationView {
  readonly id: string;
  readonly source: NamedEntity;
  readonly type: string;
  readonly target: NamedEntity;
  readonly strength: number;
  /** How many pieces of evidence hold. */
  readonly evidenceCount: number;
  readonly validFrom: number;
  readonly validTo: number | null;
  readonly evidence: readonly EvidenceSnippet[];
}

export interface Related {
  readonly entity: Entity;
  readonly distance: number;
  /** Of the whole way: the product of its steps' strengths. */
  readonly strength: number;
  /** The steps from the entity that was asked for to this one. A step may run against its relation's direction. */
  readonly path: readonly RelationView[];
}

/** What a name means. Reading calls answer an unknown name with suggestions; calls that change something fail. */
export interface FoundByName {
  /** Null when nothing has this name or id. */
  readonly entity: Entity | null;
  /** Other things of the same name. */
  readonly alternatives: readonly Entity[];
  /** Names near the one that was not found. */
  readonly suggestions: readonly Entity[];
}

export interface RelatedResult extends FoundByName {
  /** Nearest first, then strongest. */
  readonly related: readonly Related[];
  /** How many there are within the depth; a lower bound unless `complete`. */
  readonly total: number;
  readonly complete: boolean;
}
