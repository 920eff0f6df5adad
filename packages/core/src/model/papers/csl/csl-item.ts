/** An item as CSL-JSON has it: what processors of styles read, and what most programs for references exchange. */
import { DATE_FIELDS, TEXT_FIELDS, type DateField, type TextField } from '../item.ts';

export interface CslName {
  readonly family?: string;
  readonly given?: string;
  readonly 'non-dropping-particle'?: string;
  readonly 'dropping-particle'?: string;
  readonly suffix?: string;
  readonly literal?: string;
}

export interface CslDate {
  readonly 'date-parts'?: readonly (readonly (number | string)[])[];
  readonly season?: number | string;
  readonly circa?: boolean | number | string;
  readonly literal?: string;
  /** In words, or as EDTF or ISO 8601 have it. */
  readonly raw?: string;
}

/** Open: programs have variables of their own, and a style may ask for any. */
export interface CslItem {
  readonly id: string;
  readonly type: string;
  readonly [variable: string]: unknown;
}

/** Ours have underscores where CSL has hyphens; one has another name. */
function variableOf(field: string): string {
  return field === 'short_title' ? 'title-short' : field.replaceAll('_', '-');
}

export const TEXT_VARIABLES: ReadonlyMap<TextField, string> = new Map(
  TEXT_FIELDS.map((field) => [field, variableOf(field)]),
);
export const DATE_VARIABLES: ReadonlyMap<DateField, string> = new Map(
  DATE_FIELDS.map((field) => [field, variableOf(field)]),
);

/** Identifiers for which CSL has a variable. */
export const ID_VARIABLES = {
  doi: 'DOI',
  pmid: 'PMID',
  pmcid: 'PMCID',
  isbn: 'ISBN',
  issn: 'ISSN',
  url: 'URL',
} as const;

/** What CSL has and an item has no place for, as text; kept under these names in `extra`. */
export const OTHER_TEXTS: ReadonlySet<string> = new Set([
  'archive-collection',
  'citation-label',
  'division',
  'locator',
  'part-number',
  'part-title',
  'printing-number',
  'scale',
  'supplement-number',
  'year-suffix',
]);

/** The same for names, which are kept as JSON. */
export const OTHER_NAMES: ReadonlySet<string> = new Set([
  'curator',
  'executive-producer',
  'guest',
  'host',
  'narrator',
  'organizer',
  'performer',
  'producer',
  'script-writer',
  'series-creator',
]);
