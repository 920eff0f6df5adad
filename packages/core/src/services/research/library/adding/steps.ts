/** What is done with the text of a paper, by others: pure readings of it, and questions to those who index the literature. */
import type { BibliographicItem, Identifier } from '../../../../model/papers/index.ts';
import type { SourcedPaper, SourcedReference } from '../../../../ports/papers/paper-source.ts';
import type { Structure } from '../../../documents/flatten.ts';

export interface FirstPageFacts {
  readonly item: BibliographicItem;
  /** Ids that are printed there, the likeliest first; some may be of papers that are cited. */
  readonly ids: readonly { readonly identifier: Identifier; readonly confidence: number }[];
}

export interface FoundReferences {
  /** The list with its heading. */
  readonly start: number;
  readonly end: number;
  readonly references: readonly {
    readonly raw: string;
    readonly marker: string | null;
    readonly item: BibliographicItem | null;
  }[];
}

export interface FoundContext {
  readonly references: readonly number[];
  readonly sentence: string;
  readonly start: number;
  readonly end: number;
  readonly page: string | null;
  readonly section: string | null;
  readonly polarity: 'supports' | 'contrasts' | 'mentions' | null;
  readonly confidence: number;
}

export interface ListedReference {
  readonly n: number;
  readonly marker: string | null;
  readonly item: BibliographicItem | null;
}

export interface ReadingSteps {
  firstPage(text: string): FirstPageFacts;
  references(text: string): FoundReferences | null;
  contexts(
    paper: {
      readonly text: string;
      readonly structure: Structure;
      readonly list: { readonly start: number; readonly end: number } | null;
    },
    references: readonly ListedReference[],
  ): readonly FoundContext[];
}

/** What a source answered, or why it did not. */
export interface SourceStatus {
  readonly source: string;
  readonly status: string;
  readonly message?: string;
}

export interface LookedUp {
  readonly papers: readonly { readonly source: string; readonly paper: SourcedPaper }[];
  readonly sources: readonly SourceStatus[];
}

/** Nothing that is asked here is needed: where all sources are off, the answer says so and is empty. */
export interface LookupSteps {
  byId(id: Identifier, signal?: AbortSignal): Promise<LookedUp>;
  references(
    ids: readonly Identifier[],
    signal?: AbortSignal,
  ): Promise<{ readonly source: string; readonly references: readonly SourcedReference[] } | null>;
}

export interface AddingSteps {
  /** Loaded when the first paper is read. */
  reading(): Promise<ReadingSteps>;
  readonly lookup?: LookupSteps | undefined;
}
