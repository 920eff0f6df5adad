/** EndNote's XML: texts may be cut into pieces of one look each (`style`), which are joined again. */
import {
  normalizeIdentifier,
  type BibliographicItem,
  type ContributorRole,
  type ItemType,
  type PartialDate,
  type TextField,
} from '../../../../model/papers/index.ts';
import { readDate, toEdtf, yearText } from '../build/dates.ts';
import { otherUrls, valuesOf } from '../build/identifier-urls.ts';
import { ItemDraft } from '../build/item-draft.ts';
import { anyName, person, toCommaName } from '../build/names.ts';
import { onePage } from '../build/pages.ts';
import { isEditedBook, isInSeries, isNumbered, referenceKind, referenceType } from '../build/reference-types.ts';
import { KeyMaker } from '../citekeys/make-keys.ts';
import type { Finding, Source } from '../format.ts';
import { all, attribute, element, open, tag, textAt, textOf, type XmlNode } from './nodes.ts';
import { xmlRecords } from './records.ts';
import { addSerials, holdsSerials } from './serials.ts';

/** Texts and the elements that they are in, from the record down. */
export const ENDNOTE_TEXTS: Readonly<Partial<Record<TextField, readonly string[]>>> = {
  title: ['titles', 'title'],
  short_title: ['titles', 'short-title'],
  container_title: ['titles', 'secondary-title'],
  collection_title: ['titles', 'tertiary-title'],
  container_title_short: ['titles', 'alt-title'],
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

function textPaths(type: ItemType): [TextField, readonly string[]][] {
  const paths = { ...ENDNOTE_TEXTS, ...(isInSeries(type) ? SERIES_TEXTS : {}) };
  return Object.entries(paths) as [TextField, readonly string[]][];
}

export const ENDNOTE_ROLES: Readonly<Partial<Record<ContributorRole, readonly [list: string, name: string]>>> = {
  author: ['authors', 'author'],
  editor: ['secondary-authors', 'author'],
  'collection-editor': ['tertiary-authors', 'author'],
  translator: ['subsidiary-authors', 'author'],
};

export async function* readEndnote(source: Source): AsyncGenerator<Finding> {
  for await (const found of xmlRecords(source, (name) => name === 'record')) {
    if (found.kind === 'problem') yield found;
    else yield { kind: 'entry', line: found.record.line, item: toItem(found.record) };
  }
}

function toItem(record: XmlNode): BibliographicItem {
  const kind = element(record, 'ref-type');
  const draft = new ItemDraft(referenceType(attribute(kind, 'name'), textOf(kind)));
  addPeople(draft, record, isEditedBook(attribute(kind, 'name')));
  for (const [field, path] of textPaths(draft.type))
    draft.setText(field, field === 'page' ? onePage(textAt(record, ...path)) : textAt(record, ...path));
  // As Mendeley writes it.
  draft.setText('issue', textAt(record, 'issue'));
  if (isInSeries(draft.type)) addSeries(draft, record);
  addPeriodical(draft, record);
  draft.setDate('issued', issued(record));
  draft.setDate('accessed', readDate(textAt(record, 'access-date')));
  addNumbers(draft, record);
  for (const word of all(record, 'keywords', 'keyword'))
    for (const one of textOf(word).split(/\s*;\s*/)) draft.addKeyword(one);
  const label = textAt(record, 'label');
  if (label !== '') draft.citekey = label.replaceAll(/\s+/g, '_');
  for (const name of OTHERS) addOther(draft, name, textAt(record, name));
  return draft.done();
}

function addPeople(draft: ItemDraft, record: XmlNode, isEdited: boolean): void {
  for (const [role, path] of Object.entries(ENDNOTE_ROLES) as [ContributorRole, readonly string[]][])
    for (const name of all(record, 'contributors', ...path))
      draft.addContributor(person(isEdited && role === 'author' ? 'editor' : role, anyName(textOf(name))));
  // The same people in another script.
  for (const name of all(record, 'contributors', OTHER_NAMES, 'author')) draft.setExtra(OTHER_NAMES, textOf(name));
}

const OTHER_NAMES = 'translated-authors';

/** The number in PubMed Central has no element of its own. */
function addOther(draft: ItemDraft, name: string, value: string): void {
  const pmcid = normalizeIdentifier('pmcid', value);
  if (pmcid) draft.addKnown(pmcid);
  else draft.setExtra(name, value);
}

const OTHERS = ['auth-address', 'caption', ...[1, 2, 3, 4, 5, 6, 7].map((i) => `custom${i}`)];

/** EndNote writes the second title once more where a journal stands. */
function addSeries(draft: ItemDraft, record: XmlNode): void {
  draft.setText('collection_title', textAt(record, 'titles', 'tertiary-title'));
  if (draft.text('container_title') === draft.text('collection_title')) draft.takeText('container_title');
}

/** Some programs name the journal here, and leave the second title out or have it short. */
function addPeriodical(draft: ItemDraft, record: XmlNode): void {
  const [full, short] = [textAt(record, 'periodical', 'full-title'), textAt(record, 'periodical', 'abbr-1')];
  if (isInSeries(draft.type)) return;
  if (full !== '' && draft.text('container_title') === short) draft.replaceText('container_title', full);
  draft.setText('container_title', full);
  draft.setText('container_title_short', short);
}

/** The year, and a day that may be written with it or without. */
function issued(record: XmlNode): PartialDate | null {
  const year = readDate(textAt(record, 'dates', 'year'));
  const written = textAt(record, 'dates', 'pub-dates', 'date');
  const day = readDate(written);
  if (day?.year !== undefined && (year?.year === undefined || year.year === day.year)) return day;
  if (year?.year === undefined || written === '') return year ?? day;
  const together = readDate(`${written} ${year.year}`);
  return together?.year === undefined ? year : together;
}

function addNumbers(draft: ItemDraft, record: XmlNode): void {
  const doi = textAt(record, 'electronic-resource-num');
  if (doi !== '') draft.addIdentifier('doi', doi, 'electronic-resource-num');
  const number = textAt(record, 'isbn');
  if (isNumbered(draft.type) && !holdsSerials(number)) draft.setText('number', number);
  else addSerials(draft, number, 'isbn');
  const accession = textAt(record, 'accession-num');
  const pmid = /pubmed|medline/i.test(textAt(record, 'remote-database-name')) && normalizeIdentifier('pmid', accession);
  if (pmid) draft.addKnown(pmid);
  else draft.setExtra('accession-num', accession);
  for (const list of ['related-urls', 'web-urls', 'text-urls'])
    for (const url of all(record, 'urls', list, 'url')) for (const one of textOf(url).split(/\s+/)) draft.addUrl(one);
  for (const url of all(record, 'urls', 'pdf-urls', 'url')) draft.addFile(textOf(url));
}

export async function* writeEndnote(items: AsyncIterable<BibliographicItem>): AsyncGenerator<string> {
  const keys = new KeyMaker();
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<xml><records>\n';
  for await (const item of items) yield `${recordText(item, keys.keyFor(item))}\n`;
  yield '</records></xml>\n';
}

function recordText(item: BibliographicItem, key: string): string {
  const { name, number } = referenceKind(item.type);
  return open(
    'record',
    [
      tag('ref-type', String(number), { name }),
      open('contributors', people(item)),
      open('titles', texts(item, 'titles')),
      open('periodical', texts(item, 'periodical')),
      texts(item),
      dates(item),
      numbers(item),
      open('keywords', (item.keywords ?? []).map((word) => tag('keyword', word)).join('')),
      tag('label', key),
      ...OTHERS.map((other) => tag(other, item.extra?.[other])),
    ].join(''),
  );
}

function people({ contributors, extra }: BibliographicItem): string {
  const others = extra?.[OTHER_NAMES]?.split('\n').map((name) => tag('author', name)) ?? [];
  const lists = (Object.entries(ENDNOTE_ROLES) as [ContributorRole, readonly [string, string]][])
    .map(([role, [list, name]]) => {
      const names = contributors.filter((one) => one.role === role).map((one) => tag(name, toCommaName(one)));
      return open(list, names.join(''));
    })
    .join('');
  return lists + open(OTHER_NAMES, others.join(''));
}

function texts(item: BibliographicItem, inside?: string): string {
  return textPaths(item.type)
    .filter(([, path]) => (path.length > 1 ? path[0] : undefined) === inside)
    .map(([field, path]) => tag(path.at(-1) ?? '', item[field]))
    .join('');
}

function dates({ issued: date, accessed }: BibliographicItem): string {
  const year = date?.year === undefined ? date?.literal : yearText(date.year);
  const day = date?.year === undefined || toEdtf(date) === year ? '' : open('pub-dates', tag('date', toEdtf(date)));
  return open('dates', tag('year', year) + day) + tag('access-date', accessed && toEdtf(accessed));
}

function numbers({ type, number, identifiers: ids, files = [] }: BibliographicItem): string {
  const found = [...valuesOf(ids, 'issn'), ...valuesOf(ids, 'isbn')];
  const serials = found.length === 0 && isNumbered(type) && number !== undefined ? [number] : found;
  const related = otherUrls(ids, ['doi', 'issn', 'isbn']).map((url) => tag('url', url));
  return [
    tag('electronic-resource-num', valuesOf(ids, 'doi')[0]),
    tag('isbn', serials.join('; ')),
    open(
      'urls',
      open('related-urls', related.join('')) + open('pdf-urls', files.map((file) => tag('url', file)).join('')),
    ),
  ].join('');
}
