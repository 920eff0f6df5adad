/**
 * What a format of bibliographies is: a reader, a writer, and how its texts are told from others. Every format is a table between its
 * own words and those of CSL in a folder of its own; `formats.ts` lists them.
 */
import type { BibliographicItem } from '../../../model/papers/index.ts';

export const FORMAT_NAMES = [
  'bibtex',
  'biblatex',
  'ris',
  'endnote-xml',
  'refer',
  'nbib',
  'pubmed-xml',
  'csl-json',
  'zotero-rdf',
  'mods',
  'marcxml',
  'msbib',
  'csv',
] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** Nobody asks for these: they are what catalogues and one word processor give. */
type ReadOnly = 'marcxml' | 'msbib';
export type WritableFormat = Exclude<FormatName, ReadOnly>;
export const WRITABLE = FORMAT_NAMES.filter((name): name is WritableFormat => name !== 'marcxml' && name !== 'msbib');

/** What a reader comes upon, in the order of the file. */
export type Finding =
  | { readonly kind: 'entry'; readonly line: number; readonly item: BibliographicItem }
  /** What was left out, or taken only in part, in words for the user. The rest of the file goes on. */
  | { readonly kind: 'problem'; readonly line: number; readonly message: string; readonly citekey?: string };

/** Pieces of a text, cut anywhere. */
export type Source = AsyncIterable<string>;

export type BibliographyReader = (source: Source) => AsyncGenerator<Finding>;

/** Items in, pieces of text out: never more in memory than a few of them. */
export type BibliographyWriter = (items: AsyncIterable<BibliographicItem>) => AsyncGenerator<string>;

export interface FormatModule {
  readonly read: BibliographyReader;
  /** None for formats that are only read. */
  readonly write?: BibliographyWriter;
}

export interface BibliographyFormat {
  readonly name: FormatName;
  readonly title: string;
  readonly extension: string;
  /** Whether a text that begins so is one. Of several that say yes, the first in the table has it. */
  looksLike(head: string): boolean;
  /** What it takes is loaded on first use. */
  load(): Promise<FormatModule>;
}

/** Longer than any honest entry; what is longer is named and passed over, so that no single one holds up everybody else. */
export const MOST_ENTRY = 1_000_000;
