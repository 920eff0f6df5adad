/**
 * What a bibliography, a source or the first page of a file says of a work: one shape for all of them, in the words of CSL, so
 * that every format and every style is a table between its own words and these. Nothing in it is a guess: what was not said is
 * not there.
 */
import type { Identifier } from './identifier.ts';

/** The types of CSL 1.0.2. */
export const ITEM_TYPES = [
  'article',
  'article-journal',
  'article-magazine',
  'article-newspaper',
  'bill',
  'book',
  'broadcast',
  'chapter',
  'classic',
  'collection',
  'dataset',
  'document',
  'entry',
  'entry-dictionary',
  'entry-encyclopedia',
  'event',
  'figure',
  'graphic',
  'hearing',
  'interview',
  'legal_case',
  'legislation',
  'manuscript',
  'map',
  'motion_picture',
  'musical_score',
  'pamphlet',
  'paper-conference',
  'patent',
  'performance',
  'periodical',
  'personal_communication',
  'post',
  'post-weblog',
  'regulation',
  'report',
  'review',
  'review-book',
  'software',
  'song',
  'speech',
  'standard',
  'thesis',
  'treaty',
  'webpage',
] as const;
export type ItemType = (typeof ITEM_TYPES)[number];

export const CONTRIBUTOR_ROLES = [
  'author',
  'editor',
  'translator',
  'collection-editor',
  'container-author',
  'director',
  'interviewer',
  'recipient',
  'reviewed-author',
  'composer',
  'illustrator',
  'chair',
  'compiler',
  'contributor',
  'editorial-director',
  'original-author',
] as const;
export type ContributorRole = (typeof CONTRIBUTOR_ROLES)[number];

/** A person by the parts of the name, or whoever cannot be taken apart (`literal`: a collective, one name alone). */
export interface Contributor {
  readonly role: ContributorRole;
  readonly family?: string;
  readonly given?: string;
  /** Belongs to the family name, and is sorted with it in some styles: the `van` of van Gogh. */
  readonly particle?: string;
  /** Is left out with the given name: the `von` of Ludwig von Beethoven. */
  readonly droppingParticle?: string;
  /** `Jr.`, `III`. */
  readonly suffix?: string;
  readonly literal?: string;
  /** Sixteen digits with hyphens, without an address. */
  readonly orcid?: string;
  readonly affiliation?: string;
}

/** As exact as it was said. A day is of a month, a month or a season of a year; what is no date is `literal` alone. */
export interface PartialDate {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
  /** 1 spring … 4 winter. */
  readonly season?: number;
  readonly circa?: true;
  /** The last of a range. */
  readonly end?: { readonly year: number; readonly month?: number; readonly day?: number };
  /** `in press`, `n.d.`, and other words. */
  readonly literal?: string;
}

/** Plain text, in the names of CSL with underscores for hyphens. */
export const TEXT_FIELDS = [
  'title',
  'short_title',
  'container_title',
  'container_title_short',
  'collection_title',
  'collection_number',
  'volume_title',
  'original_title',
  'reviewed_title',
  'volume',
  'number_of_volumes',
  'issue',
  'page',
  'number_of_pages',
  'chapter_number',
  'number',
  'section',
  'version',
  'edition',
  'publisher',
  'publisher_place',
  'event_title',
  'event_place',
  'authority',
  'jurisdiction',
  'archive',
  'archive_place',
  'archive_location',
  'call_number',
  'genre',
  'medium',
  'scale',
  'dimensions',
  'status',
  'references',
  'language',
  'source',
  'license',
  'abstract',
  'note',
  'annote',
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

export const DATE_FIELDS = [
  'issued',
  'accessed',
  'event_date',
  'original_date',
  'submitted',
  'available_date',
] as const;
export type DateField = (typeof DATE_FIELDS)[number];

export type BibliographicItem = {
  readonly type: ItemType;
  /** As the bibliography had it; unique within it. */
  readonly citekey?: string;
  /** In their order, which is that of the authors. */
  readonly contributors: readonly Contributor[];
  readonly identifiers: readonly Identifier[];
  readonly keywords?: readonly string[];
  /** Files that it names, as it names them: paths, URLs. Nothing of them has been read. */
  readonly files?: readonly string[];
  /** What was said and has no place above, by its own name, so that it can be written again. */
  readonly extra?: Readonly<Record<string, string>>;
} & { readonly [field in TextField]?: string } & { readonly [field in DateField]?: PartialDate };
