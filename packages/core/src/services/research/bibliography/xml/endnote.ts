/** EndNote's XML: texts may be cut into pieces of one look each (`style`), which are joined again. */
import {
  normalizeIdentifier,
  type BibliographicItem,
  type ContributorRole,
  type PartialDate,
  type TextField,
} from '../../../../model/papers/index.ts';
import { readDate, toEdtf, yearText } from '../build/dates.ts';
import { otherUrls, valuesOf } from '../build/identifier-urls.ts';
import { ItemDraft } from '../build/item-draft.ts';
import { anyName, person, toCommaName } from '../build/names.ts';
import { onePage } from '../build/pages.ts';
import { referenceKind, referenceType } from '../build/reference-types.ts';
import { KeyMaker } from '../citekeys/make-keys.ts';
import type { Finding, Source } from '../format.ts';
import { all, attribute, element, open, tag, textAt, textOf, type XmlNode } from './nodes.ts';
import { xmlRecords } from './records.ts';
import { addSerials } from './serials.ts';

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

export const ENDNOTE_ROLES: Readonly<Partial<Record<ContributorRole, readonly [list: string, name: string]>>> = {
  author: ['authors', 'author'],
  editor: ['secondary-authors', 'author'],
  'collection-editor': ['tertiary-authors', 'author'],
  contributor: ['subsidiary-authors', 'author'],
  translator: ['translated-authors', 'author'],
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
  for (const [role, path] of Object.entries(ENDNOTE_ROLES) as [ContributorRole, readonly string[]][])
    for (const name of all(record, 'contributors', ...path)) draft.addContributor(person(role, anyName(textOf(name))));
  for (const [field, path] of Object.entries(ENDNOTE_TEXTS) as [TextField, readonly string[]][])
    draft.setText(field, field === 'page' ? onePage(textAt(record, ...path)) : textAt(record, ...path));
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

/** The number in PubMed Central has no element of its own. */
function addOther(draft: ItemDraft, name: string, value: string): void {
  const pmcid = normalizeIdentifier('pmcid', value);
  if (pmcid) draft.addKnown(pmcid);
  else draft.setExtra(name, value);
}

const OTHERS = ['auth-address', 'caption', ...[1, 2, 3, 4, 5, 6, 7].map((i) => `custom${i}`)];

/** Some programs name the journal here, and leave the second title out or have it short. */
function addPeriodical(draft: ItemDraft, record: XmlNode): void {
  const [full, short] = [textAt(record, 'periodical', 'full-title'), textAt(record, 'periodical', 'abbr-1')];
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
  addSerials(draft, textAt(record, 'isbn'), 'isbn');
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
      open('titles', texts(item, true)),
      texts(item, false),
      dates(item),
      numbers(item),
      open('keywords', (item.keywords ?? []).map((word) => tag('keyword', word)).join('')),
      tag('label', key),
      ...OTHERS.map((other) => tag(other, item.extra?.[other])),
    ].join(''),
  );
}

function people({ contributors }: BibliographicItem): string {
  return (Object.entries(ENDNOTE_ROLES) as [ContributorRole, readonly [string, string]][])
    .map(([role, [list, name]]) => {
      const names = contributors.filter((one) => one.role === role).map((one) => tag(name, toCommaName(one)));
      return open(list, names.join(''));
    })
    .join('');
}

function texts(item: BibliographicItem, inTitles: boolean): string {
  return (Object.entries(ENDNOTE_TEXTS) as [TextField, readonly string[]][])
    .filter(([, path]) => (path[0] === 'titles') === inTitles)
    .map(([field, path]) => tag(path.at(-1) ?? '', item[field]))
    .join('');
}

function dates({ issued: date, accessed }: BibliographicItem): string {
  const year = date?.year === undefined ? date?.literal : yearText(date.year);
  const day = date?.year === undefined || toEdtf(date) === year ? '' : open('pub-dates', tag('date', toEdtf(date)));
  return open('dates', tag('year', year) + day) + tag('access-date', accessed && toEdtf(accessed));
}

function numbers({ identifiers: ids, files = [] }: BibliographicItem): string {
  const serials = [...valuesOf(ids, 'issn'), ...valuesOf(ids, 'isbn')];
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
