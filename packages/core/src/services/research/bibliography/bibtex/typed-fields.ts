/** Fields whose meaning depends on what kind of work it is: `number` above all. One table for reading and writing, so that they agree. */
import type { ItemType, TextField } from '../../../../model/papers/index.ts';
import type { Dialect } from './words.ts';

const IN_JOURNALS: ReadonlySet<ItemType> = new Set([
  'article',
  'article-journal',
  'article-magazine',
  'article-newspaper',
  'periodical',
  'review',
  'review-book',
]);
const IN_SERIES: ReadonlySet<ItemType> = new Set(['book', 'chapter', 'paper-conference', 'collection', 'classic']);

/** What `number` is. */
export function numberField(type: ItemType): TextField {
  if (IN_JOURNALS.has(type)) return 'issue';
  return IN_SERIES.has(type) ? 'collection_number' : 'number';
}

/** Where the title of what it appeared in goes. */
export function containerName(type: ItemType, dialect: Dialect): string {
  if (!IN_JOURNALS.has(type)) return 'booktitle';
  return dialect === 'bibtex' ? 'journal' : 'journaltitle';
}

export function publisherName(type: ItemType, dialect: Dialect): string {
  if (type === 'thesis') return dialect === 'bibtex' ? 'school' : 'institution';
  return type === 'report' ? 'institution' : 'publisher';
}
