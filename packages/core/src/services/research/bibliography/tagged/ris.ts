/** RIS: a tag of two signs, two spaces, a hyphen and a space; `TY` begins a record and `ER` ends it. */
import {
  parseIdentifier,
  normalizeIdentifier,
  type ItemType,
  type PartialDate,
  type TextField,
} from '../../../../model/papers/index.ts';
import { readDate } from '../build/dates.ts';
import { ItemDraft, joinedTitle } from '../build/item-draft.ts';
import { monthNumber, seasonOf } from '../build/months.ts';
import { commaName, person } from '../build/names.ts';
import { pageRange } from '../build/pages.ts';
import { isNumbered } from '../build/reference-types.ts';
import { addSerials, holdsSerials } from '../build/serials.ts';
import type { Finding, Source } from '../format.ts';
import { taggedRecords, tooLong, type TaggedLine, type TaggedRecord, type Tagging } from './records.ts';
import { isCounted, roleOf, textTags } from './ris-kinds.ts';
import { READ_TYPES } from './ris-words.ts';

/** The space behind the hyphen may be missing where those before it are there. */
const LINE = /^\s*([A-Z][A-Z0-9])(?:\s{0,2}-(?:\s(.*)|)|\s\s-(.*))$/s;

const RIS: Tagging = {
  read(line) {
    const found = LINE.exec(line);
    return found ? { tag: found[1] as string, value: (found[2] ?? found[3] ?? '').trim() } : null;
  },
  // One that was not closed ends where the next begins; several types of one record do occur.
  begins: (tag, fields) => tag === 'TY' && fields.some((one) => one.tag !== 'TY'),
  ends: (tag) => tag === 'ER',
  endsBefore: () => false,
  lists: new Set(['KW']),
};

export async function* readRis(source: Source): AsyncGenerator<Finding> {
  for await (const record of taggedRecords(source, RIS)) {
    const fault = tooLong(record) ?? empty(record);
    const problem = fault ?? notWhole(record);
    if (problem) yield problem;
    if (!fault) yield { kind: 'entry', line: record.line, item: toDraft(record.fields).done() };
  }
}

function empty({ line, fields }: TaggedRecord): Finding | null {
  if (fields.some(({ tag }) => tag !== 'ER' && tag !== 'TY')) return null;
  return { kind: 'problem', line, message: 'The record has no fields; it was left out.' };
}

function notWhole({ line, fields }: TaggedRecord): Finding | null {
  const has = (tag: string) => fields.some((one) => one.tag === tag);
  if (!has('TY'))
    return { kind: 'problem', line, message: 'The record has no TY, the kind of work; it was taken as GEN.' };
  return has('ER') ? null : { kind: 'problem', line, message: 'The record is not closed: ER is missing.' };
}

const TITLES: ReadonlySet<string> = new Set(['TI', 'T1', 'CT']);
/** Read with others, or read already. */
const TOGETHER: ReadonlySet<string> = new Set([...TITLES, 'TY', 'ER', 'SP', 'EP', 'PY', 'Y1', 'DA']);

function toDraft(fields: readonly TaggedLine[]): ItemDraft {
  const types = fields.filter(({ tag }) => tag === 'TY').map(({ value }) => value.toUpperCase());
  const kind = types.findLast((type) => type in READ_TYPES) ?? '';
  const draft = new ItemDraft(READ_TYPES[kind] ?? 'document');
  const first = (tag: string) => fields.find((one) => one.tag === tag && one.value !== '')?.value ?? '';
  if (isNumbered(draft.type)) draft.setText('number', ownNumber(first('SN')));
  if (draft.type === 'paper-conference') addMeeting(draft, first);
  for (const { tag, value } of fields) if (TITLES.has(tag) && value !== '') addTitle(draft, value);
  const read = addTexts(draft, fields, first);
  addPages(draft, first('SP'), first('EP'));
  draft.setDate('issued', issued(fields));
  // Of an edited book those in the place of the authors are its editors.
  const as = (tag: string) => (kind === 'EDBOOK' && tag === 'AU' ? 'ED' : tag);
  for (const { tag, value } of fields) if (!TOGETHER.has(tag) && !read.has(tag)) addField(draft, as(tag), value);
  const pmid = MEDLINE.test(`${first('DB')} ${first('DP')}`) ? normalizeIdentifier('pmid', first('AN')) : null;
  draft.addKnown(pmid);
  return draft;
}

/** What stands where a book has its ISBN, and is none. */
function ownNumber(value: string): string {
  return holdsSerials(value) || /[;,]/.test(value) ? '' : value;
}

type First = (tag: string) => string;

/** Where the proceedings have a title or a place of their own, the others are those of the meeting. */
function addMeeting(draft: ItemDraft, first: First): void {
  if (first('C3') !== '') draft.setText('event_title', first('T2'));
  draft.setText('container_title', first('C3'));
  if (first('C1') !== '') draft.setText('event_place', first('CY'));
  draft.setText('publisher_place', first('C1'));
}

/** How many pages a book has stands where an article has the first of its own. */
function addPages(draft: ItemDraft, first: string, last: string): void {
  const isCount = isCounted(draft.type) && last === '' && PAGE_COUNT.test(first);
  if (isCount) draft.setText('number_of_pages', first);
  else draft.setText('page', pageRange(first, last));
}

const PAGE_COUNT = /^(?:[ivxlc]+[,+\s]+)?\d+\s*(?:p|pp|pages|s|seiten|leaves)?\.?$/i;

/** In whose records the number of accession is the PMID. */
const MEDLINE = /\b(?:pubmed|medline|nlm)\b/i;

/** Which tags were read. A line is one field: the number of an issue is not that of the article, too. */
function addTexts(draft: ItemDraft, fields: readonly TaggedLine[], first: First): ReadonlySet<string> {
  const read = new Set<string>(draft.text('number') === undefined ? [] : ['SN']);
  const taken = new Set<TaggedLine>();
  for (const [field, tags] of textTags(draft.type)) {
    if (field === 'title' || (field === 'number' && read.has('SN'))) continue;
    const lines = tags.flatMap((one) => fields.filter(({ tag, value }) => tag === one && value !== ''));
    for (const { tag } of lines) read.add(tag);
    const free = lines.filter((line) => !taken.has(line));
    if (free[0]) taken.add(free[0]);
    if (field !== 'section' || !isFirstPage(draft.type, first)) addText(draft, field, free);
  }
  addContainers(draft, first);
  return read;
}

/** One tag is the name of the journal, or its abbreviation where another tag has the name. Of a book, the title of the book is its own. */
function addContainers(draft: ItemDraft, first: First): void {
  if (first('JO') !== draft.text('container_title')) draft.setText('container_title_short', first('JO'));
  const isOwn = draft.type === 'book' && draft.text('title') === undefined && first('BT') !== '';
  if (isOwn) draft.setText('title', draft.takeText('container_title'));
}

/** In articles EndNote has the page in the place of the section; in newspapers it is the section. */
function isFirstPage(type: ItemType, first: First): boolean {
  const isArticle = type === 'article-journal' || type === 'article-magazine';
  return isArticle && first('SE') === /^[^\s-]+/.exec(first('SP'))?.[0];
}

function addTitle(draft: ItemDraft, value: string): void {
  const before = draft.text('title');
  draft.replaceText('title', before === undefined ? value : joinedTitle(before, value.trim()));
}

function addText(draft: ItemDraft, field: TextField, lines: readonly TaggedLine[]): void {
  if (field === 'note' || field === 'annote') for (const { value } of lines) draft.addText(field, value, '; ');
  else if (field === 'genre') for (const { value } of lines) addGenre(draft, value);
  else draft.setText(field, lines[0]?.value);
}

/** Older programs put the DOI where the kind of work goes. */
function addGenre(draft: ItemDraft, value: string): void {
  const doi = normalizeIdentifier('doi', value);
  if (doi) draft.addKnown(doi);
  else draft.setText('genre', value);
}

type Adder = (draft: ItemDraft, value: string) => void;

const ADDERS: Readonly<Record<string, Adder>> = {
  KW: (draft, value) => {
    for (const keyword of value.split(/;\s*/)) draft.addKeyword(keyword);
  },
  DO: (draft, value) => draft.addIdentifier('doi', value, 'DO'),
  SN: (draft, value) => addSerials(draft, value, 'SN'),
  UR: (draft, value) => {
    for (const url of value.split(/;\s+|\s+(?=https?:)/)) draft.addUrl(url, 'UR');
  },
  L1: (draft, value) => draft.addFile(value),
  L4: (draft, value) => draft.addFile(value),
  ID: (draft, value) => {
    if (value !== '') draft.citekey ??= value;
  },
  Y2: (draft, value) => draft.setDate('accessed', risDate(value)),
};

function addField(draft: ItemDraft, tag: string, value: string): void {
  const role = roleOf(tag, draft.type);
  const add = ADDERS[tag];
  if (role) draft.addContributor(person(role, commaName(value)));
  else if (add) add(draft, value);
  else addOther(draft, tag, value);
}

/** Numbers that name the paper elsewhere: `PMC3654245`, `23690738[pmid]`. */
function addOther(draft: ItemDraft, tag: string, value: string): void {
  const pmid = /^(\d+)\s*\[pmid\]$/i.exec(value)?.[1];
  const known = pmid === undefined ? parseIdentifier(value) : normalizeIdentifier('pmid', pmid);
  if (known && (ELSEWHERE.has(tag) || known.scheme === 'pmcid')) draft.addKnown(known);
  else draft.setExtra(tag, value);
}

const ELSEWHERE: ReadonlySet<string> = new Set(['AN', 'U1', 'L2', 'L3']);

/** Of several dates the first with a year, made more exact by another of the same year. When it was received is another matter. */
function issued(fields: readonly TaggedLine[]): PartialDate | null {
  const said = DATES.flatMap((tag) => fields.filter((one) => one.tag === tag))
    .filter(({ value }) => !/received|accepted|revised/i.test(value))
    .map(({ value }) => risDate(value))
    .filter((date) => date !== null);
  const dated = said.filter(({ year }) => year !== undefined);
  const best = dated.find(
    (date) => date.year === dated[0]?.year && (date.month !== undefined || date.season !== undefined),
  );
  return best ?? dated[0] ?? said[0] ?? null;
}

/** The newest word for it first. */
const DATES = ['PY', 'DA', 'Y1'];

/** `YYYY/MM/DD/other`, in which anything but the year may be missing; or whatever else was written. */
function risDate(value: string): PartialDate | null {
  const [year = '', month = '', day = '', ...rest] = value.split('/').map((part) => part.trim());
  const other = rest.join('/').trim();
  if (year === '') return other === '' ? readDate(value.replaceAll('/', ' ')) : { literal: other };
  if (!/^\d{4}$/.test(year) || !value.includes('/')) return readDate(value);
  return Number(year) === 0 ? null : exactDate(Number(year), month, day, other);
}

function exactDate(year: number, month: string, day: string, other: string): PartialDate {
  const season = monthNumber(month) === null ? (seasonOf(other) ?? seasonOf(month)) : null;
  const circa = /^c(?:irc)?a?\.?$/i.test(other) ? { circa: true as const } : {};
  return { year, ...(season === null ? monthAndDay(month, day) : { season }), ...circa };
}

function monthAndDay(month: string, day: string): { month?: number; day?: number } {
  const [number, inMonth] = [monthNumber(month), Number(day)];
  if (number === null) return {};
  return inMonth >= 1 && inMonth <= 31 ? { month: number, day: inMonth } : { month: number };
}
