/** Refer, and what EndNote made of it (.enw): a percent sign, one sign, a space. Records have an empty line between them. */
import {
  normalizeIdentifier,
  type BibliographicItem,
  type ContributorRole,
  type PartialDate,
  type TextField,
} from '../../../../model/papers/index.ts';
import { readDate, toEdtf, yearText } from '../build/dates.ts';
import { otherUrls, valuesOf } from '../build/identifier-urls.ts';
import { ItemDraft, joinedTitle, spaced } from '../build/item-draft.ts';
import { anyName, person, toCommaName } from '../build/names.ts';
import { onePage } from '../build/pages.ts';
import { isEditedBook, isInSeries, referenceKind, referenceType } from '../build/reference-types.ts';
import { addSerials } from '../build/serials.ts';
import { KeyMaker } from '../citekeys/make-keys.ts';
import type { Finding, Source } from '../format.ts';
import { taggedRecords, tooLong, type TaggedLine, type Tagging } from './records.ts';

const LINE = /^%(\S)(?:\s(.*)|)$/s;

const REFER: Tagging = {
  read(line) {
    const found = LINE.exec(line);
    return found ? { tag: found[1] as string, value: (found[2] ?? '').trim() } : null;
  },
  // Several kinds of one record do occur.
  begins: (tag, fields) => tag === '0' && fields.some((one) => one.tag !== '0'),
  ends: () => false,
  // An abstract has empty lines, too, and what has said its kind goes on until the next does, or has a second title.
  endsBefore(next, fields) {
    const has = (tag: string) => fields.some((one) => one.tag === tag);
    return next !== null && (!has('0') || (has('T') && (next === 'A' || next === 'T')));
  },
  lists: new Set(['K']),
};

export const REFER_TEXTS: Readonly<Partial<Record<TextField, string>>> = {
  short_title: '!',
  container_title: 'B',
  container_title_short: 'O',
  collection_title: 'S',
  volume: 'V',
  number_of_volumes: '6',
  issue: 'N',
  page: 'P',
  section: '&',
  edition: '7',
  publisher: 'I',
  publisher_place: 'C',
  archive: '~',
  source: 'W',
  call_number: 'L',
  genre: '9',
  language: 'G',
  abstract: 'X',
  note: 'Z',
  annote: '<',
};

export const REFER_ROLES: Readonly<Partial<Record<ContributorRole, string>>> = {
  author: 'A',
  editor: 'E',
  'collection-editor': 'Y',
  translator: '?',
};

const TEXT_OF = new Map((Object.entries(REFER_TEXTS) as [TextField, string][]).map(([field, tag]) => [tag, field]));
const ROLE_OF = new Map((Object.entries(REFER_ROLES) as [ContributorRole, string][]).map(([role, tag]) => [tag, role]));

export async function* readRefer(source: Source): AsyncGenerator<Finding> {
  for await (const record of taggedRecords(source, REFER)) {
    const problem = tooLong(record);
    if (problem) yield problem;
    else if (record.fields.some(({ tag }) => tag !== '0'))
      yield { kind: 'entry', line: record.line, item: toItem(record.fields) };
    else yield { kind: 'problem', line: record.line, message: 'The record has no fields; it was left out.' };
  }
}

function toItem(fields: readonly TaggedLine[]): BibliographicItem {
  const kinds = fields.filter(({ tag }) => tag === '0').map(({ value }) => value);
  const kind = kinds.findLast((one) => referenceType(one, '') !== 'document') ?? kinds[0];
  const draft = new ItemDraft(kind === undefined ? typeWithoutKind(fields) : referenceType(kind, ''));
  const exact = readDate(fields.find(({ tag }) => tag === '8')?.value ?? '');
  const year = readDate(fields.find(({ tag }) => tag === 'D')?.value ?? '');
  draft.setDate('issued', together(year, exact));
  const isEdited = kind !== undefined && isEditedBook(kind);
  for (const { tag, value } of fields) addField(draft, isEdited && tag === 'A' ? 'E' : tag, value);
  return draft.done();
}

/** The old program had no kinds: what is in a journal is an article. */
function typeWithoutKind(fields: readonly TaggedLine[]): BibliographicItem['type'] {
  const has = (wanted: string) => fields.some(({ tag }) => tag === wanted);
  if (has('J')) return 'article-journal';
  if (has('B')) return 'chapter';
  if (has('R')) return 'report';
  return has('I') ? 'book' : 'document';
}

/** The year in one line and the day, perhaps without the year, in another. */
function together(year: PartialDate | null, exact: PartialDate | null): PartialDate | null {
  const known = year?.year;
  if (exact?.year !== undefined && (known === undefined || known === exact.year)) return exact;
  if (known === undefined || exact?.literal === undefined) return year ?? exact;
  const words = readDate(`${exact.literal} ${known}`);
  return words?.year === undefined ? year : words;
}

function addField(draft: ItemDraft, tag: string, value: string): void {
  const [role, field] = [
    ROLE_OF.get(tag),
    tag === 'B' && isInSeries(draft.type) ? 'collection_title' : TEXT_OF.get(tag),
  ];
  if (role) draft.addContributor(person(role, anyName(value)));
  else if (field === 'note' || field === 'annote') draft.addText(field, value, '; ');
  else if (tag === 'O') addOtherTitle(draft, value);
  else if (field) draft.setText(field, field === 'page' ? onePage(value) : value);
  else addOther(draft, tag, value);
}

type Adder = (draft: ItemDraft, value: string) => void;

const OTHERS: Readonly<Record<string, Adder>> = {
  T: (draft, value) => draft.replaceText('title', joinedWith(draft.text('title'), value)),
  J: (draft, value) => draft.setText('container_title', value),
  K: (draft, value) => {
    for (const keyword of value.split(/[;,]\s*/)) draft.addKeyword(keyword);
  },
  Q: (draft, value) => draft.addContributor(person('author', { literal: value })),
  R: addNumber,
  U: (draft, value) => {
    for (const url of value.split(/\s+/)) draft.addUrl(url, '%U');
  },
  '@': (draft, value) => addSerials(draft, value, '%@'),
  '>': (draft, value) => draft.addFile(value),
  F: (draft, value) => {
    if (value !== '') draft.citekey ??= value;
  },
  '[': (draft, value) => draft.setDate('accessed', readDate(value)),
  // Read before the others.
  0: () => undefined,
  8: () => undefined,
  D: () => undefined,
};

function addOther(draft: ItemDraft, tag: string, value: string): void {
  const add = OTHERS[tag];
  if (add) add(draft, value);
  else draft.setExtra(`%${tag}`, value);
}

function joinedWith(before: string | undefined, value: string): string {
  return before === undefined ? value : joinedTitle(before, spaced(value));
}

/** Some write the DOI where they found room. */
function addOtherTitle(draft: ItemDraft, value: string): void {
  const doi = normalizeIdentifier('doi', value);
  if (doi) draft.addKnown(doi);
  else draft.setText('container_title_short', value);
}

/** The number of a report, or in newer files the DOI. */
function addNumber(draft: ItemDraft, value: string): void {
  const doi = normalizeIdentifier('doi', value);
  if (doi) draft.addKnown(doi);
  else draft.setText('number', value);
}

type Line = readonly [tag: string, value: string];

export async function* writeRefer(items: AsyncIterable<BibliographicItem>): AsyncGenerator<string> {
  const keys = new KeyMaker();
  for await (const item of items) {
    const lines: Line[] = [
      ['0', referenceKind(item.type).name],
      ...item.contributors.flatMap((one): Line[] => {
        const tag = REFER_ROLES[one.role];
        return tag === undefined ? [] : [[tag, toCommaName(one)]];
      }),
      ...optional('T', item.title),
      ...texts(item),
      ...numbers(item),
      ...dates(item),
      ...(item.keywords ?? []).map((keyword) => ['K', keyword] as const),
      ...(item.files ?? []).map((file) => ['>', file] as const),
      ['F', keys.keyFor(item)],
      ...extras(item),
    ];
    yield `${lines.map(([tag, value]) => `%${tag} ${spaced(value)}\n`).join('')}\n`;
  }
}

function optional(tag: string, value: string | undefined): Line[] {
  return value === undefined ? [] : [[tag, value]];
}

/** In a journal the title of what it is in has a tag of its own; in what has only a series, the tag is that of the series. */
function texts(item: BibliographicItem): Line[] {
  const hasOwn = item.type.startsWith('article') || isInSeries(item.type);
  return (Object.entries(REFER_TEXTS) as [TextField, string][]).flatMap(([field, tag]) =>
    optional(field === 'container_title' && hasOwn ? 'J' : tag, item[field]),
  );
}

function numbers({ identifiers, number }: BibliographicItem): Line[] {
  const serials = [...valuesOf(identifiers, 'issn'), ...valuesOf(identifiers, 'isbn')];
  return [
    ...valuesOf(identifiers, 'doi').map((doi) => ['R', doi] as const),
    ...optional('R', number),
    ...serials.map((serial) => ['@', serial] as const),
    ...otherUrls(identifiers, ['doi', 'issn', 'isbn']).map((url) => ['U', url] as const),
  ];
}

function dates({ issued, accessed }: BibliographicItem): Line[] {
  const year = issued?.year === undefined ? issued?.literal : yearText(issued.year);
  const isMore = issued?.year !== undefined && toEdtf(issued) !== year;
  return [
    ...optional('D', year),
    ...(isMore ? optional('8', toEdtf(issued)) : []),
    ...(accessed ? optional('[', toEdtf(accessed)) : []),
  ];
}

function extras({ extra = {} }: BibliographicItem): Line[] {
  const known = new Set([...TEXT_OF.keys(), ...ROLE_OF.keys(), ...Object.keys(OTHERS)]);
  return Object.entries(extra).flatMap(([name, value]): Line[] => {
    const tag = /^%(\S)$/.exec(name)?.[1];
    return tag === undefined || known.has(tag) ? [] : [[tag, value]];
  });
}
