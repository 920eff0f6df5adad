/** What EndNote's XML calls things. */
import type { ContributorRole, ItemType, TextField } from '../../../../model/papers/index.ts';
import { isInSeries } from '../build/reference-types.ts';

/** Texts and the elements that they are in, from the record down. */
export const ENDNOTE_TEXTS: Readonly<Partial<Record<TextField, readonly string[]>>> = {
  title: ['titles', 'title'],
  container_title: ['titles', 'secondary-title'],
  collection_title: ['titles', 'tertiary-title'],
  container_title_short: ['titles', 'alt-title'],
  short_title: ['titles', 'short-title'],
  original_title: ['orig-pub'],
  volume: ['volume'],
  number_of_volumes: ['num-vols'],
  issue: ['number'],
  page: ['pages'],
  section: ['section'],
  edition: ['edition'],
  publisher: ['publisher'],
  publisher_place: ['pub-location'],
  call_number: ['call-num'],
  genre: ['work-type'],
  language: ['language'],
  archive: ['remote-database-name'],
  source: ['remote-database-provider'],
  abstract: ['abstract'],
  note: ['notes'],
  annote: ['research-notes'],
};

/** Of a work in a series alone the second title is that of the series; what else it may be in stands where a journal does. */
const SERIES_TEXTS: Readonly<Partial<Record<TextField, readonly string[]>>> = {
  collection_title: ['titles', 'secondary-title'],
  container_title: ['periodical', 'full-title'],
};

export function textPaths(type: ItemType): [TextField, readonly string[]][] {
  const paths = { ...ENDNOTE_TEXTS, ...(isInSeries(type) ? SERIES_TEXTS : {}) };
  return Object.entries(paths) as [TextField, readonly string[]][];
}

export const ENDNOTE_ROLES: Readonly<Partial<Record<ContributorRole, readonly [list: string, name: string]>>> = {
  author: ['authors', 'author'],
  editor: ['secondary-authors', 'author'],
  'collection-editor': ['tertiary-authors', 'author'],
  translator: ['subsidiary-authors', 'author'],
};

/** The same people in another script. */
export const OTHER_NAMES = 'translated-authors';

/** What the model has no place for. */
export const OTHERS = ['auth-address', 'caption', 'accession-num', ...[1, 2, 3, 4, 5, 6, 7].map((i) => `custom${i}`)];
