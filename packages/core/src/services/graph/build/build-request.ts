/** Reading for entities and relations on demand: one text at once, or stored memories in the background. */
import type { WorkItem } from '../../../ports/index.ts';

/**
 * What the graph holds of a text once it was read: what it names, what is related (and only the things that take part in a
 * relation), or both.
 */
export const BUILD_MODES = ['entities_only', 'relationships_only', 'full'] as const;
export type BuildMode = (typeof BUILD_MODES)[number];

export interface ReadTextRequest {
  readonly workspace: string;
  /** 1–100,000 characters. */
  readonly text: string;
  readonly mode?: BuildMode | undefined;
  /** 0–1; the setting `graph_min_confidence` when left out. */
  readonly minConfidence?: number | undefined;
  /** When the text was said, for "since last year"; now when left out. */
  readonly at?: number | undefined;
  /** Store the text as a memory, and what was found with it. Nothing is stored otherwise. */
  readonly remember?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ReadEntity {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly confidence: number;
  /** Where the text names it. */
  readonly places: readonly { readonly start: number; readonly end: number }[];
  /** The workspace knew it before. */
  readonly known: boolean;
}

export interface ReadRelationView {
  /** Ids of entities of the reading. */
  readonly source: string;
  readonly type: string;
  readonly target: string;
  readonly confidence: number;
  readonly validFrom: number;
  readonly validTo: number | null;
  /** What says so. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface TextReading {
  readonly entities: readonly ReadEntity[];
  readonly relations: readonly ReadRelationView[];
  /** The memory that holds the text, when it was to be remembered. */
  readonly memoryId: string | null;
}

export interface BuildGraphRequest {
  readonly workspace: string;
  /** All memories of the workspace when left out. NOT_FOUND unless all exist. */
  readonly memoryIds?: readonly string[] | undefined;
  readonly mode?: BuildMode | undefined;
  readonly minConfidence?: number | undefined;
}

/** Building goes on after the answer, and in another process should this one end. */
export interface BuildStarted {
  readonly task: WorkItem;
  /** How many memories are to be read. */
  readonly memories: number;
}
