import type { EntityDraft, Mention } from '../model/graph/graph.ts';

/** A name in the text, and what it names. */
export interface FoundEntity extends EntityDraft, Mention {
  /** 0–1. */
  readonly confidence: number;
}

/** A relation said by the text. `source` and `target` are places in `entities`. */
export interface FoundRelation extends Mention {
  readonly source: number;
  /** Upper case with underscores. */
  readonly type: string;
  readonly target: number;
  readonly confidence: number;
  /** When the text itself says since or until when it is so. */
  readonly validFrom?: number;
  readonly validTo?: number;
}

export interface Extraction {
  /** One for each place where something is named; the same thing may come several times. In order. */
  readonly entities: readonly FoundEntity[];
  readonly relations: readonly FoundRelation[];
}

export interface TextToRead {
  readonly text: string;
  /** When it was said, for "since last year". */
  readonly at: number;
}

/**
 * Reads texts for the things they name and how those relate. Contract: one extraction per text, in order; offsets lie
 * within the text and cut out the name as written; the event loop is never blocked; nothing is loaded before the first
 * call. A text it cannot make sense of gives nothing. Failure: MODEL_UNAVAILABLE, or CANCELLED when the signal fires.
 */
export interface Extractor {
  /** Names the rules or the model; readings by another name may be made anew. */
  readonly name: string;
  extract(texts: readonly TextToRead[], options?: { readonly signal?: AbortSignal }): Promise<Extraction[]>;
  close(): Promise<void>;
}
