/** PubMed's own format of lines (.nbib, MEDLINE): a tag of up to four letters, a hyphen, a space; what goes on is indented. */
import {
  normalizeIdentifier,
  type BibliographicItem,
  type Contributor,
  type PartialDate,
  type TextField,
} from '../../../../model/papers/index.ts';
import { readDate, seasonName, toEdtf } from '../build/dates.ts';
import { valuesOf } from '../build/identifier-urls.ts';
import { ItemDraft, joinedTitle, spaced } from '../build/item-draft.ts';
import { medlineKind, medlineType } from '../build/medline-words.ts';
import { MONTH_ABBREVIATIONS } from '../build/months.ts';
import { commaName, isSuffix, toCommaName, whole } from '../build/names.ts';
import { table } from '../build/table.ts';
import type { Finding, Source } from '../format.ts';
import { addEricPublisher, ericType } from './eric.ts';
import { taggedRecords, tooLong, type TaggedLine, type Tagging } from './records.ts';

const LINE = /^([A-Z]{2,4}[0-9]?)\s{0,2}- ?(.*)$/s;

const NBIB: Tagging = {
  read(line) {
    const found = LINE.exec(line);
    return found ? { tag: found[1] as string, value: (found[2] ?? '').trim() } : null;
  },
  begins: (tag, fields) => tag === 'PMID' && fields.some((one) => one.tag === 'PMID' || one.tag === 'TI'),
  ends: () => false,
  endsBefore: () => true,
};

export const NBIB_TEXTS: Readonly<Partial<Record<TextField, string>>> = {
  container_title: 'JT',
  container_title_short: 'TA',
  collection_title: 'CTI',
  volume_title: 'VTI',
  original_title: 'TT',
  volume: 'VI',
  issue: 'IP',
  page: 'PG',
  edition: 'EN',
  publisher: 'PB',
  publisher_place: 'PL',
  language: 'LA',
  abstract: 'AB',
  note: 'GN',
};

const TEXT_OF = new Map((Object.entries(NBIB_TEXTS) as [TextField, string][]).map(([field, tag]) => [tag, field]));

export async function* readNbib(source: Source): AsyncGenerator<Finding> {
  for await (const record of taggedRecords(source, NBIB)) {
    const problem = tooLong(record);
    yield problem ?? { kind: 'entry', line: record.line, item: toItem(record.fields) };
  }
}

function toItem(fields: readonly TaggedLine[]): BibliographicItem {
  const values = (tag: string) => valuesWith(fields, tag).filter(Boolean);
  const eric = ericType(values);
  const draft = new ItemDraft(eric ?? medlineType(values('PT')));
  for (const person of people(fields)) draft.addContributor(person);
  const title = [...values('TI'), ...values('BTI')];
  const isPart = title.length > 1 && values('BTI').length > 0;
  if (isPart) draft.setText('container_title', title.pop());
  draft.setText(
    'title',
    title.reduce((before, part) => (before === '' ? part : joinedTitle(before, part)), ''),
  );
  if (eric) addEricPublisher(draft, values);
  for (const { tag, value } of fields) if (!(eric && tag === 'JT')) addField(draft, tag, value);
  if (draft.text('title') === undefined) draft.setText('title', draft.takeText('original_title'));
  return draft.done();
}

function valuesWith(fields: readonly TaggedLine[], wanted: string): string[] {
  return fields.filter(({ tag }) => tag === wanted).map(({ value }) => value);
}

/** Names are there in full (`FAU`) and short (`AU`); what follows one is of that person. */
function people(fields: readonly TaggedLine[]): Contributor[] {
  const hasFull = { author: fields.some(({ tag }) => tag === 'FAU'), editor: fields.some(({ tag }) => tag === 'FED') };
  const found: Contributor[] = [];
  for (const { tag, value } of fields) {
    const last = found.at(-1);
    const name = nameIn(tag, value, hasFull);
    if (name) found.push(name);
    else if (tag === 'AD' && last)
      found[found.length - 1] = { ...last, affiliation: joinedBy(last.affiliation, value) };
    else if (tag === 'AUID' && last) found[found.length - 1] = { ...last, ...orcidOf(value) };
  }
  return found;
}

function joinedBy(before: string | undefined, value: string): string {
  return before === undefined ? spaced(value) : `${before}; ${spaced(value)}`;
}

function orcidOf(value: string): { orcid?: string } {
  const digits = /(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dX])/.exec(value);
  return digits ? { orcid: digits.slice(1).join('-') } : {};
}

function nameIn(tag: string, value: string, hasFull: { author: boolean; editor: boolean }): Contributor | null {
  const [role, parts] =
    tag === 'FAU' || (tag === 'AU' && !hasFull.author)
      ? (['author', tag === 'AU' ? shortName(value) : fullName(value)] as const)
      : tag === 'FED' || (tag === 'ED' && !hasFull.editor)
        ? (['editor', tag === 'ED' ? shortName(value) : fullName(value)] as const)
        : (['author', tag === 'CN' ? whole(value) : null] as const);
  return parts ? { role, ...parts } : null;
}

/** `Long V`, `Long V Jr`: initials behind the name, without a comma. */
function shortName(value: string) {
  const found = /^(.+) (\p{Lu}{1,3}(?: \S+)?)$/u.exec(spaced(value));
  return fullName(found ? `${found[1]}, ${found[2]}` : value);
}

/** `Long, Victor 3rd`: without a comma before it. */
function fullName(value: string) {
  const [, before = '', last = ''] = /^(.+, .+) (\S+)$/.exec(spaced(value)) ?? [];
  return commaName(isSuffix(last) ? `${before}, ${last}` : value);
}

const READ_ALREADY: ReadonlySet<string> = new Set(['TI', 'BTI', 'FAU', 'AU', 'FED', 'ED', 'CN', 'AD', 'AUID', 'PT']);

function addField(draft: ItemDraft, tag: string, value: string): void {
  const field = TEXT_OF.get(tag);
  if (field === 'abstract') draft.addText(field, value, ' ');
  else if (field) draft.setText(field, value);
  else if (!READ_ALREADY.has(tag)) addOther(draft, tag, value);
}

type Adder = (draft: ItemDraft, value: string, tag: string) => void;

const addLocation: Adder = (draft, value, tag) => {
  const doi = normalizeIdentifier('doi', value.replace(/\s*\[doi\]$/i, ''));
  if (doi) draft.addKnown(doi);
  else if (/^https?:/i.test(value)) draft.addUrl(value, tag);
  else draft.setExtra(tag, value);
};
const addSerial: Adder = (draft, value, tag) => draft.addIdentifier('issn', value.replace(/\s*\(.*\)$/, ''), tag);
const addWord: Adder = (draft, value) => draft.addKeyword(value.replaceAll('*', ''));

const OTHERS = table<Adder>({
  PMID: (draft, value, tag) => draft.addIdentifier('pmid', value, tag),
  PMC: (draft, value, tag) => draft.addIdentifier('pmcid', value, tag),
  // `10.4103/2277-9175.180636 [doi]`, an address; other kinds are numbers of the publisher.
  LID: addLocation,
  AID: addLocation,
  IS: addSerial,
  ISSN: addSerial,
  ISBN: (draft, value, tag) => draft.addIdentifier('isbn', value.replace(/\s*\(.*\)$/, ''), tag),
  MH: addWord,
  OT: addWord,
  KW: addWord,
  DP: (draft, value) => draft.setDate('issued', publishedIn(value)),
  DEP: (draft, value) =>
    draft.setDate('available_date', readDate(value.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'))),
  SO: () => undefined,
});

function addOther(draft: ItemDraft, tag: string, value: string): void {
  const add = OTHERS[tag];
  if (add) add(draft, value, tag);
  else draft.setExtra(tag, value);
}

/** Whatever else is said there, the year is at its end. */
function publishedIn(value: string): PartialDate | null {
  const date = readDate(value);
  const year = date?.year === undefined ? /(?:^|\s)(\d{4})$/.exec(value)?.[1] : undefined;
  return year === undefined ? date : readDate(year);
}

type Line = readonly [tag: string, value: string];

export async function* writeNbib(items: AsyncIterable<BibliographicItem>): AsyncGenerator<string> {
  for await (const item of items) {
    const { identifiers: ids } = item;
    const lines: Line[] = [
      ...valuesOf(ids, 'pmid').map((id) => ['PMID', id] as const),
      ...optional('TI', item.title),
      ...texts(item),
      ...item.contributors.flatMap(peopleLines),
      ...dates(item),
      ['PT', medlineKind(item.type)],
      ...valuesOf(ids, 'doi').map((id) => ['LID', `${id} [doi]`] as const),
      ...valuesOf(ids, 'pmcid').map((id) => ['PMC', id] as const),
      ...valuesOf(ids, 'issn').map((id) => ['IS', id] as const),
      ...valuesOf(ids, 'isbn').map((id) => ['ISBN', id] as const),
      ...(item.keywords ?? []).map((keyword) => ['OT', keyword.replaceAll('*', '')] as const),
    ];
    yield `${lines.map(([tag, value]) => `${tag.padEnd(4)}- ${spaced(value)}\n`).join('')}\n`;
  }
}

function optional(tag: string, value: string | undefined): Line[] {
  return value === undefined ? [] : [[tag, value]];
}

function texts(item: BibliographicItem): Line[] {
  return (Object.entries(NBIB_TEXTS) as [TextField, string][]).flatMap(([field, tag]) => optional(tag, item[field]));
}

function peopleLines(one: Contributor): Line[] {
  if (one.role !== 'author' && one.role !== 'editor') return [];
  const isAuthor = one.role === 'author';
  const name: Line = [isAuthor ? 'FAU' : 'FED', toCommaName(one)];
  const literal = isAuthor && one.literal !== undefined ? ([['CN', one.literal]] as const) : [name];
  return [...literal, ...optional('AUID', one.orcid && `ORCID: ${one.orcid}`), ...optional('AD', one.affiliation)];
}

/** `2009 Mar 5`, `1999 Spring`. */
function dates({ issued, available_date: available }: BibliographicItem): Line[] {
  const written =
    available?.day === undefined
      ? undefined
      : toEdtf({ ...available, circa: undefined, end: undefined }).replaceAll('-', '');
  return [...optional('DP', issued && dateText(issued)), ...optional('DEP', written)];
}

function dateText({ year, month, day, season, literal }: NonNullable<BibliographicItem['issued']>): string {
  if (year === undefined) return literal ?? '';
  const name = season === undefined ? MONTH_ABBREVIATIONS[(month ?? 0) - 1] : seasonName(season);
  const inWords = name === undefined ? '' : name.slice(0, 1).toUpperCase() + name.slice(1);
  return [String(year).padStart(4, '0'), inWords, day === undefined ? '' : String(day)].filter(Boolean).join(' ');
}
