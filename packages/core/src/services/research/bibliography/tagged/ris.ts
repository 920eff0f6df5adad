/** RIS: a tag of two signs, two spaces, a hyphen and a space; `TY` begins a record and `ER` ends it. */
import { parseIdentifier, normalizeIdentifier, type PartialDate } from '../../../../model/papers/index.ts';
import { readDate } from '../build/dates.ts';
import { ItemDraft, joinedTitle } from '../build/item-draft.ts';
import { monthNumber, seasonOf } from '../build/months.ts';
import { commaName, person } from '../build/names.ts';
import { pageRange } from '../build/pages.ts';
import type { Finding, Source } from '../format.ts';
import { taggedRecords, tooLong, type TaggedLine, type TaggedRecord, type Tagging } from './records.ts';
import { READ_TEXTS, READ_TYPES, roleOf, WRITTEN_TEXTS } from './ris-words.ts';
import type { TextField } from '../../../../model/papers/index.ts';

const LINE = /^\s*([A-Z][A-Z0-9])\s{0,2}-(?:\s(.*)|)$/;

const RIS: Tagging = {
  read(line) {
    const found = LINE.exec(line);
    return found ? { tag: found[1] as string, value: (found[2] ?? '').trim() } : null;
  },
  // One that was not closed ends where the next begins; several types of one record do occur.
  begins: (tag, fields) => tag === 'TY' && fields.some((one) => one.tag === 'TI' || one.tag === 'T1'),
  ends: (tag) => tag === 'ER',
  byBlankLines: false,
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
const TOGETHER: ReadonlySet<string> = new Set([
  ...TITLES,
  ...Object.values(WRITTEN_TEXTS),
  ...Object.values(READ_TEXTS).flat(),
  'TY',
  'ER',
  'SP',
  'EP',
  'PY',
  'Y1',
  'DA',
]);

function toDraft(fields: readonly TaggedLine[]): ItemDraft {
  const types = fields.filter(({ tag }) => tag === 'TY').map(({ value }) => value.toUpperCase());
  const draft = new ItemDraft(READ_TYPES[types.findLast((type) => type in READ_TYPES) ?? ''] ?? 'document');
  addTexts(draft, fields);
  const first = (tag: string) => fields.find((one) => one.tag === tag && one.value !== '')?.value ?? '';
  draft.setText('page', pageRange(first('SP'), first('EP')));
  draft.setDate('issued', issued(fields));
  for (const { tag, value } of fields) if (!TOGETHER.has(tag)) addField(draft, tag, value);
  const pmid = MEDLINE.test(`${first('DB')} ${first('DP')}`) ? normalizeIdentifier('pmid', first('AN')) : null;
  draft.addKnown(pmid);
  return draft;
}

/** In whose records the number of accession is the PMID. */
const MEDLINE = /\b(?:pubmed|medline|nlm)\b/i;

function addTexts(draft: ItemDraft, fields: readonly TaggedLine[]): void {
  for (const { tag, value } of fields) if (TITLES.has(tag) && value !== '') addTitle(draft, value);
  for (const [field, tag] of Object.entries(WRITTEN_TEXTS) as [TextField, string][]) {
    if (field === 'title') continue;
    const tags = READ_TEXTS[field] ?? [tag];
    const values = tags.flatMap((one) => fields.filter((line) => line.tag === one).map((line) => line.value));
    addText(draft, field, values.filter(Boolean));
  }
  // One tag is the name of the journal, or its abbreviation where another tag has the name.
  const journal = fields.find(({ tag }) => tag === 'JO')?.value;
  if (journal !== draft.text('container_title')) draft.setText('container_title_short', journal);
  // Of a book, the title of the book is its own.
  const own = draft.type === 'book' && draft.text('title') === undefined && fields.some(({ tag }) => tag === 'BT');
  if (own) draft.setText('title', draft.takeText('container_title'));
}

function addTitle(draft: ItemDraft, value: string): void {
  const before = draft.text('title');
  draft.replaceText('title', before === undefined ? value : joinedTitle(before, value.trim()));
}

function addText(draft: ItemDraft, field: TextField, values: readonly string[]): void {
  if (field === 'note' || field === 'annote') for (const value of values) draft.addText(field, value, '; ');
  else if (field === 'genre') for (const value of values) addGenre(draft, value);
  else draft.setText(field, values[0]);
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
  SN: addNumber,
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

function addNumber(draft: ItemDraft, value: string): void {
  for (const one of value.split(/[;,]\s*|\s*\((?:print|electronic|linking|online)\)\s*/i)) {
    const clean = one.trim();
    const found = normalizeIdentifier('issn', clean) ?? normalizeIdentifier('isbn', clean);
    if (found) draft.addKnown(found);
    else if (clean !== '') draft.setExtra('SN', clean);
  }
}

/** Of several dates the first with a year, made more exact by a later one of the same year. When it was received is another matter. */
function issued(fields: readonly TaggedLine[]): PartialDate | null {
  const said = fields
    .filter(({ tag, value }) => /^(?:PY|Y1|DA)$/.test(tag) && !/received|accepted|revised/i.test(value))
    .map(({ value }) => risDate(value))
    .filter((date) => date !== null);
  const dated = said.filter(({ year }) => year !== undefined);
  const best = dated.find(
    (date) => date.year === dated[0]?.year && (date.month !== undefined || date.season !== undefined),
  );
  return best ?? dated[0] ?? said[0] ?? null;
}

/** `YYYY/MM/DD/other`, in which anything but the year may be missing; or whatever else was written. */
function risDate(value: string): PartialDate | null {
  const [year = '', month = '', day = '', ...rest] = value.split('/').map((part) => part.trim());
  const other = rest.join('/').trim();
  if (year === '') return other === '' ? readDate(value.replaceAll('/', ' ')) : { literal: other };
  if (!/^\d{4}$/.test(year) || !value.includes('/')) return readDate(value);
  const season = monthNumber(month) === null ? (seasonOf(other) ?? seasonOf(month)) : null;
  const circa = /^c(?:irc)?a?\.?$/i.test(other) ? { circa: true as const } : {};
  return { year: Number(year), ...(season === null ? monthAndDay(month, day) : { season }), ...circa };
}

function monthAndDay(month: string, day: string): { month?: number; day?: number } {
  const [number, inMonth] = [monthNumber(month), Number(day)];
  if (number === null) return {};
  return inMonth >= 1 && inMonth <= 31 ? { month: number, day: inMonth } : { month: number };
}
