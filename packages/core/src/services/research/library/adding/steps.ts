/** What is done with the text of a paper, by others: pure readings of it, and questions to those who index the literature. */
import type { BibliographicItem, Identifier } from '../../../../model/papers/index.ts';
import type { OpenCopy, SourcedPaper, SourcedReference } from '../../../../ports/papers/paper-source.ts';
import type { Asker } from '../../../documents/fetch-source.ts';
import type { Structure } from '../../../documents/flatten.ts';
import type { CitingSentence, ListedReference, PaperText } from '../../citations/contexts/find-contexts.ts';

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

export interface ReadingSteps {
  firstPage(text: string): FirstPageFacts;
  references(text: string): FoundReferences | null;
  /** Lines that run along the edges of pages. */
  running(text: string, pages: Structure['pages']): readonly { readonly start: number; readonly end: number }[];
  /** A reference, taken apart. */
  reference(raw: string): BibliographicItem;
  contexts(
    paper: Pick<PaperText, 'text' | 'list' | 'citations'> & { readonly structure: Structure },
    references: readonly ListedReference[],
  ): readonly CitingSentence[];
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
  /** Where its text can be had. */
  copies(ids: readonly Identifier[], signal?: AbortSignal): Promise<readonly OpenCopy[]>;
}

/** Writes the notes of papers to the user's vault, and says what could not be written. */
export type NoteStep = (asked: Asker & { readonly workspace: string }, papers: readonly string[]) => Promise<string[]>;

export interface AddingSteps {
  /** Loaded when the first paper is read. */
  reading(): Promise<ReadingSteps>;
  readonly lookup?: LookupSteps | undefined;
  /** Where there is a vault. */
  readonly note?: NoteStep | undefined;
}
