/** Fields of CSL as its JSON spells them. */
import { table } from '../build/table.ts';
import { DATE_FIELDS, TEXT_FIELDS, type IdScheme } from '../../../../model/papers/index.ts';

const UNLIKE: Readonly<Record<string, string>> = {
  short_title: 'title-short',
  container_title_short: 'container-title-short',
};

export const CSL_TEXTS = TEXT_FIELDS.map((field) => [field, UNLIKE[field] ?? field.replaceAll('_', '-')] as const);
export const CSL_DATES = DATE_FIELDS.map((field) => [field, field.replaceAll('_', '-')] as const);

/** Spellings of other programs. */
export const CSL_SYNONYMS = table<string>({
  shortTitle: 'title-short',
  journalAbbreviation: 'container-title-short',
  event: 'event-title',
});

/** Those that CSL has a variable for; others stand in `custom`. */
export const CSL_IDENTIFIERS: readonly (readonly [IdScheme, string])[] = [
  ['doi', 'DOI'],
  ['url', 'URL'],
  ['isbn', 'ISBN'],
  ['issn', 'ISSN'],
  ['pmid', 'PMID'],
  ['pmcid', 'PMCID'],
];
