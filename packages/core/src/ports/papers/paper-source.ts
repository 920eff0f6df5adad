/** Where papers are looked up: an index of the literature behind one port, whatever its own words are. */
import type { BibliographicItem, Identifier } from '../../model/papers/index.ts';
import type { PaperSearch } from './paper-search.ts';
import type { PaceStanding } from './request-pace.ts';

export const PAPER_SOURCES = [
  'crossref',
  'datacite',
  'arxiv',
  'pubmed',
  'europepmc',
  'openalex',
  'semanticscholar',
  'unpaywall',
  'biorxiv',
] as const;
export type PaperSourceName = (typeof PAPER_SOURCES)[number];

/** What can be asked of one; a source has those that its service has. */
export type PaperQuestion = 'lookup' | 'match' | 'references' | 'citedBy' | 'copies' | 'search';

export interface Retraction {
  readonly kind: 'retraction' | 'withdrawal' | 'concern' | 'correction';
  /** ISO 8601, as exact as it was said. */
  readonly date?: string;
  /** Of the notice. */
  readonly notice?: Identifier;
}

/** How another record of the same work stands to this one. */
export interface RelatedVersion {
  readonly identifier: Identifier;
  /** What the other is: this one's preprint, its published form … */
  readonly relation: 'preprint' | 'accepted' | 'published' | 'correction' | 'translation';
}

/** A paper as a source has it. */
export interface SourcedPaper {
  readonly item: BibliographicItem;
  readonly citedBy?: number;
  readonly referenceCount?: number;
  /** `gold`, `green`, `hybrid`, `bronze`, `closed`, as the source says. */
  readonly openAccess?: string;
  readonly topics?: readonly string[];
  /** Made by a model of the source. */
  readonly tldr?: string;
  readonly retraction?: Retraction;
  readonly versions?: readonly RelatedVersion[];
}

/** A work that another cites, as far as the source knows it. */
export interface SourcedReference {
  /** From 1, in the order of the list. */
  readonly n: number;
  /** The string as it was printed, where the source has it. */
  readonly raw?: string;
  readonly item: BibliographicItem | null;
}

/** Where the text can be had without paying. */
export interface OpenCopy {
  readonly url: string;
  readonly kind: 'pdf' | 'jats' | 'html' | 'landing';
  readonly version?: 'submitted' | 'accepted' | 'published';
  /** As the source says it: `cc-by`, an address. */
  readonly licence?: string;
  /** Who keeps it. */
  readonly host?: string;
}

export interface SourcePage<Item> {
  readonly items: readonly Item[];
  /** How many there are, where the source says so. */
  readonly total?: number;
  /** For the next page; null when nothing is left. */
  readonly next: string | null;
  /**
   * The same for two pages whose items say the same. Where it is there, items are made when somebody first looks at them: who has seen what
   * they say need not.
   */
  readonly said?: string;
}

export interface AskOptions {
  readonly signal?: AbortSignal;
  /** Ask though a kept answer is still fresh. */
  readonly fresh?: boolean;
  readonly limit?: number;
  /** `next` of the page before. */
  readonly cursor?: string;
  /** Told when an answer that is no longer fresh is given, because the source failed or may not be asked: of when it is. */
  readonly onStale?: (receivedAt: number) => void;
  /** Told of each request that goes out, with what it costs of the source's budget. What is kept costs none. */
  readonly onAsked?: (cost: number) => void;
}

/** What can be known of a source without asking it. */
export interface SourceFacts {
  readonly host: string;
  /** Under which its pace is kept: with a key services count otherwise than without. */
  readonly lane: string;
  readonly isOn: boolean;
  /** The setting of the key that raises its limits; null where there is none to be had. */
  readonly key: { readonly setting: string; readonly isSet: boolean } | null;
}

/** What is known of a work whose id is not. */
export interface MatchQuery {
  readonly title: string;
  /** Family names. */
  readonly authors?: readonly string[];
  readonly year?: number;
  /** The whole reference as it was printed. */
  readonly raw?: string;
}

/**
 * Contract:
 * - Texts come clean: no HTML, JATS, MathML or TeX, names in parts where the source has parts, dates as exact as they are. Identifiers are
 *   normalised.
 * - What the source does not know is null or an empty page, and only that: a source that fails, answers with an error inside 200, with
 *   HTML, with something cut off or of another shape fails with UPSTREAM_FAILED, one that asks to wait with UPSTREAM_RATE_LIMITED
 *   (`retryAfterMs` where it said), one that needs a key or address that is not set with INVALID_CONFIG naming the setting. Off, or its host not
 *   allowed: NETWORK_OFF.
 * - An identifier of a scheme that it cannot be asked for gives null or an empty page without asking.
 * - Its pace is one for all processes on the store; the daily budget too.
 */
export interface PaperSource {
  readonly name: PaperSourceName;
  readonly about: SourceFacts;
  readonly answers: ReadonlySet<PaperQuestion>;
  lookup(id: Identifier, options?: AskOptions): Promise<SourcedPaper | null>;
  /** The likeliest first; whether one is the work is for the caller to judge. */
  match(query: MatchQuery, options?: AskOptions): Promise<readonly SourcedPaper[]>;
  references(id: Identifier, options?: AskOptions): Promise<SourcePage<SourcedReference>>;
  citedBy(id: Identifier, options?: AskOptions): Promise<SourcePage<SourcedPaper>>;
  copies(id: Identifier, options?: AskOptions): Promise<readonly OpenCopy[]>;
  /**
   * What is new there, page by page: the pages of one search have every item of its window, none left out and none twice, as far as the service
   * keeps still meanwhile. A page may have fewer items than were wanted, and none, and still have a next one. A cursor is good for the source and
   * the search that gave it, and for nothing else: INVALID_INPUT naming `cursor`. What the search says is checked as `checkSearch` does; more
   * results than the service lets be seen end in INVALID_INPUT naming what would narrow them, behind those that can be.
   */
  search(search: PaperSearch, options?: AskOptions): Promise<SourcePage<SourcedPaper>>;
}

/** All sources that there are, those that are off among them. Nothing of them is loaded before they are asked for. */
export interface PaperSources {
  all(): Promise<readonly PaperSource[]>;
  /** How a source stands with all processes of the store: until when it is left alone, what is left of its budget. */
  standing(lane: string): Promise<PaceStanding>;
}
