/** The kinds of EndNote, by the names and numbers that its files have, and the types of CSL. */
import type { ItemType } from '../../../../model/papers/index.ts';

type Row = readonly [name: string, number: number, type: ItemType];

/** Of several names for a type the first is written. */
const ROWS: readonly Row[] = [
  ['Journal Article', 17, 'article-journal'],
  ['Book', 6, 'book'],
  ['Book Section', 5, 'chapter'],
  ['Conference Paper', 47, 'paper-conference'],
  ['Conference Proceedings', 10, 'paper-conference'],
  ['Thesis', 32, 'thesis'],
  ['Report', 27, 'report'],
  ['Generic', 13, 'document'],
  ['Web Page', 12, 'webpage'],
  ['Patent', 25, 'patent'],
  ['Newspaper Article', 23, 'article-newspaper'],
  ['Magazine Article', 19, 'article-magazine'],
  ['Electronic Article', 43, 'article'],
  ['Unpublished Work', 34, 'manuscript'],
  ['Manuscript', 36, 'manuscript'],
  ['Map', 20, 'map'],
  ['Computer Program', 9, 'software'],
  ['Dataset', 59, 'dataset'],
  ['Online Database', 45, 'dataset'],
  ['Aggregated Database', 55, 'dataset'],
  ['Edited Book', 28, 'book'],
  ['Electronic Book', 44, 'book'],
  ['Electronic Book Section', 60, 'chapter'],
  ['Encyclopedia', 53, 'entry-encyclopedia'],
  ['Dictionary', 52, 'entry-dictionary'],
  ['Film or Broadcast', 21, 'motion_picture'],
  ['Audiovisual Material', 3, 'broadcast'],
  ['Artwork', 2, 'graphic'],
  ['Bill', 4, 'bill'],
  ['Case', 7, 'legal_case'],
  ['Statute', 31, 'legislation'],
  ['Hearing', 14, 'hearing'],
  ['Legal Rule or Regulation', 50, 'regulation'],
  ['Personal Communication', 26, 'personal_communication'],
  ['Standard', 58, 'standard'],
  ['Blog', 56, 'post-weblog'],
  ['Pamphlet', 24, 'pamphlet'],
  ['Government Document', 46, 'report'],
  ['Classical Work', 49, 'classic'],
  ['Ancient Text', 51, 'classic'],
  ['Chart or Table', 38, 'figure'],
  ['Figure', 37, 'figure'],
  ['Music', 61, 'song'],
  ['Serial', 57, 'periodical'],
  ['Interview', 64, 'interview'],
];

const BY_NAME = new Map(ROWS.map(([name, , type]) => [name.toLowerCase(), type]));
const BY_NUMBER = new Map(ROWS.map(([, number, type]) => [number, type]));

export function referenceType(name: string, number: string): ItemType {
  return BY_NAME.get(name.trim().toLowerCase()) ?? BY_NUMBER.get(Number(number)) ?? 'document';
}

/** In nothing else but a series: the second title is that of the series. */
const IN_SERIES: ReadonlySet<ItemType> = new Set(['book', 'classic', 'map', 'report', 'software']);

export function isInSeries(type: ItemType): boolean {
  return IN_SERIES.has(type);
}

/** Of these the number of a book or a serial may be that of the work itself. */
const NUMBERED: ReadonlySet<ItemType> = new Set(['patent', 'report', 'standard']);

export function isNumbered(type: ItemType): boolean {
  return NUMBERED.has(type);
}

/** Of such those in the place of the authors are its editors. */
export function isEditedBook(name: string): boolean {
  return name.trim().toLowerCase() === 'edited book';
}

/** Generic for what has none. */
export function referenceKind(type: ItemType): { readonly name: string; readonly number: number } {
  const [name, number] = ROWS.find((row) => row[2] === type) ?? ['Generic', 13];
  return { name, number };
}
