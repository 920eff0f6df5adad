/** What is done with the text of a paper, by others: pure readings of it, and questions to those who index the literature. */
import type { BibliographicItem, Identifier } from '../../../../model/papers/index.ts';
import type { OpenCopy, SourcedPaper, SourcedReference } from '../../../../ports/papers/paper-source.ts';
import type { Asker } from '../../../documents/fetch-source.ts';
import type { Structure } from '../../../documents/flatten.ts';
import type { SourceReport } from '../../lookup/source-report.ts';
import type { CitingSentence, ListedReference, PaperText } from '../../citations/contexts/find-contexts.ts';
import type { Meant } from './search-references.ts';

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
  references(text: string, structure: Pick<Structure, 'blocks'>): FoundReferences | null;
  /** Lines that run along the edges of pages. */
  running(text: string, pages: Structure['pages']): readonly { readonly start: number; readonly end: number }[];
  /** A reference, taken apart. */
  reference(raw: string): BibliographicItem;
  contexts(
    paper: Pick<PaperText, 'text' | 'list' | 'citations'> & { readonly structure: Structure },
    references: readonly ListedReference[],
  ): readonly CitingSentence[];
}

export interface LookedUp {
  readonly papers: readonly { readonly source: string; readonly paper: SourcedPaper }[];
  /** Of another version of the work. */
  readonly others?: LookedUp['papers'];
  /** What came of asking each: nothing where none may be asked. */
  readonly sources: readonly SourceReport[];
}

export interface ListedReferences {
  /** Whose list it is; null where nobody has one. */
  readonly source: string | null;
  readonly references: readonly SourcedReference[];
  readonly sources: readonly SourceReport[];
}

export interface ListedCopies {
  readonly copies: readonly OpenCopy[];
  readonly sources: readonly SourceReport[];
}

/** Nothing that is asked here is needed: where all sources are off, the answer is empty. */
export interface LookupSteps {
  byId(id: Identifier, signal?: AbortSignal): Promise<LookedUp>;
  /** All of the longest list that somebody has. */
  references(ids: readonly Identifier[], signal?: AbortSignal): Promise<ListedReferences>;
  /** Which registered work a reference means, by what it says; null where nobody may be asked. */
  meant(
    item: BibliographicItem,
    raw: string | undefined,
    signal?: AbortSignal,
  ): Promise<{ readonly meant: Meant | null; readonly sources: readonly SourceReport[] } | null>;
  /** Where its text can be had. */
  copies(ids: readonly Identifier[], signal?: AbortSignal): Promise<ListedCopies>;
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
