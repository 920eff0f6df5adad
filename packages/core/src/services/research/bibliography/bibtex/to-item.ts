/** The fields of an entry as an item. */
import { table } from '../build/table.ts';
import {
  ITEM_TYPES,
  normalizeIdentifier,
  type BibliographicItem,
  type ContributorRole,
  type IdScheme,
  type ItemType,
  type PartialDate,
} from '../../../../model/papers/index.ts';
import { readDate } from '../build/dates.ts';
import { ItemDraft, joinedTitle } from '../build/item-draft.ts';
import { monthNumber, seasonOf } from '../build/months.ts';
import { addSerials } from '../build/serials.ts';
import { fromTex, fromVerbatim } from './tex.ts';
import { readNames } from './tex-names.ts';
import { numberField } from './typed-fields.ts';
import { journalOfMacro } from './journal-macros.ts';
import { DATES, EDITOR_TYPES, GENRES, KINDS, ROLES, TEXTS, TYPES, VERBATIM } from './words.ts';

type Fields = ReadonlyMap<string, string>;

export function toItem(type: string, key: string, fields: Fields): BibliographicItem {
  const draft = new ItemDraft(itemType(type, fields));
  if (key !== '') draft.citekey = key;
  addTitles(draft, fields);
  if (draft.type === 'book') dropOwnTitle(draft);
  addDates(draft, fields);
  addEprint(draft, fields);
  // Where the publisher has a place of its own, the other is that of the meeting.
  const placed = fields.has('address') ? 'eventvenue' : 'location';
  for (const [name, value] of fields) {
    const role = roleOf(name, fields);
    if (role) addNames(draft, role, name, value);
    else if (!TOGETHER.has(name)) addField(draft, name === 'location' ? placed : name, value);
  }
  const genre = GENRES[type];
  if (genre !== undefined && !fields.has('csltype')) draft.setText('genre', genre);
  return draft.done();
}

const EDITORS: ReadonlySet<string> = new Set(['editor', 'editora', 'editorb', 'editorc']);

function roleOf(name: string, fields: Fields): ContributorRole | undefined {
  if (!EDITORS.has(name)) return ROLES.get(name);
  const type = fields.get(`${name}type`)?.trim().toLowerCase() ?? '';
  return EDITOR_TYPES[type] ?? 'editor';
}

function addNames(draft: ItemDraft, role: ContributorRole, name: string, value: string): void {
  const { names, isCut } = readNames(role, value);
  for (const one of names) draft.addContributor(one);
  if (isCut) draft.setExtra(`${name}-others`, 'true');
}

/** Read with others, or only of use while reading. */
const TOGETHER: ReadonlySet<string> = new Set(
  'title subtitle booktitle booksubtitle fjournal journal journaltitle journalsubtitle editortype editoratype editorbtype editorctype date year month day eprint eprinttype archiveprefix crossref xdata csltype'.split(
    ' ',
  ),
);

const EXACT_TYPES: ReadonlySet<string> = new Set(ITEM_TYPES);

function itemType(type: string, fields: Fields): ItemType {
  const exact = fields.get('csltype')?.trim() ?? '';
  if (EXACT_TYPES.has(exact)) return exact as ItemType;
  const found = TYPES[type] ?? 'document';
  const subtype = fields.get('entrysubtype')?.toLowerCase();
  if (found === 'article-journal' && (subtype === 'magazine' || subtype === 'newspaper')) return `article-${subtype}`;
  // A preprint is an article that no journal has.
  const isPreprint = (found === 'document' || found === 'webpage') && fields.has('eprint');
  return isPreprint ? 'article' : found;
}

const TITLES = [
  ['title', ['title'], ['subtitle']],
  ['container_title', ['journaltitle', 'fjournal', 'journal', 'booktitle'], ['journalsubtitle', 'booksubtitle']],
] as const;

function addTitles(draft: ItemDraft, fields: Fields): void {
  for (const [field, names, subtitles] of TITLES) {
    const name = names.find((one) => fields.has(one));
    const subtitle = subtitles.map((one) => fields.get(one)).find((one) => one !== undefined);
    const [title, under] = [titleIn(fields.get(name ?? '') ?? ''), fromTex(subtitle ?? '')];
    draft.setText(field, title !== '' && under !== '' ? joinedTitle(title, under) : title || under);
    for (const other of names) if (other !== name) addOtherTitle(draft, other, fromTex(fields.get(other) ?? ''));
  }
}

/** A whole book says its title twice, for the parts that are to have it. */
function dropOwnTitle(draft: ItemDraft): void {
  if (draft.text('container_title') === draft.text('title')) draft.takeText('container_title');
}

/** Mathematical Reviews has the journal short beside its name. Of an article in a journal and in a book at once, both are kept. */
function addOtherTitle(draft: ItemDraft, name: string, title: string): void {
  if (name === 'journal') draft.setText('container_title_short', title);
  if (draft.text('container_title_short') !== title) draft.setExtra(name, title);
}

function titleIn(field: string): string {
  return journalOfMacro(field) ?? fromTex(field);
}

function addDates(draft: ItemDraft, fields: Fields): void {
  const whole = readDate(dateText(fields.get('date') ?? ''));
  const byParts = dateOfParts(fields);
  // `date` is believed where it is one: it says more than the year beside it.
  draft.setDate('issued', whole && whole.literal === undefined ? whole : (byParts ?? whole));
}

/** In a date `~` is no space: it stands behind one that is not certain. */
function dateText(value: string): string {
  return value.includes('\\') ? fromTex(value) : value.replaceAll(/[{}]/g, '');
}

function dateOfParts(fields: Fields): PartialDate | null {
  const date = readDate(fromTex(fields.get('year') ?? ''));
  const month = fromTex(fields.get('month') ?? '');
  if (date?.year === undefined || date.month !== undefined || month === '') return date;
  const season = seasonOf(month);
  if (season !== null) return { ...date, season };
  const inWords = fields.has('day') ? null : readDate(`${month} ${date.year}`);
  return { ...date, ...(inWords?.month === undefined ? monthAndDay(month, fields.get('day')) : inWords) };
}

function monthAndDay(month: string, said: string | undefined): Pick<PartialDate, 'month' | 'day'> {
  const [number, day] = [monthNumber(monthWord(month)), Number(said ?? dayIn(month))];
  if (number === null) return {};
  return day >= 1 && day <= 31 ? { month: number, day } : { month: number };
}

/** `7~mar`, `March 7`, `mar-apr`: the first month of what is said. */
function monthWord(month: string): string {
  return /\p{L}+/u.exec(month)?.[0] ?? month;
}

function dayIn(month: string): string {
  return /\p{L}/u.test(month) ? (/\d+/.exec(month)?.[0] ?? '') : '';
}

const EPRINTS = table<IdScheme>({ arxiv: 'arxiv', pubmed: 'pmid', pmid: 'pmid', pmcid: 'pmcid' });

function addEprint(draft: ItemDraft, fields: Fields): void {
  const eprint = fromVerbatim(fields.get('eprint') ?? '');
  if (eprint === '') return;
  const archive = fromTex(fields.get('eprinttype') ?? fields.get('archiveprefix') ?? '');
  const scheme = archive === '' ? 'arxiv' : EPRINTS[archive.toLowerCase()];
  const found = scheme && normalizeIdentifier(scheme, eprint);
  if (found) return draft.addKnown(found);
  draft.setExtra('eprint', eprint);
  if (archive !== '') draft.setExtra('eprinttype', archive);
}

const IDENTIFIERS = table<IdScheme>({
  arxivid: 'arxiv',
  dblp: 'dblp',
  doi: 'doi',
  isbn: 'isbn',
  issn: 'issn',
  openalex: 'openalex',
  pmcid: 'pmcid',
  pmid: 'pmid',
  s2: 's2',
});

function addField(draft: ItemDraft, name: string, value: string): void {
  const date = DATES.get(name);
  if (date) return draft.setDate(date, readDate(dateText(value)));
  const text = VERBATIM.has(name) ? fromVerbatim(value) : fromTex(value);
  if (!addKnownField(draft, name, text)) draft.setExtra(name, text);
}

function addKnownField(draft: ItemDraft, name: string, text: string): boolean {
  const scheme = IDENTIFIERS[name];
  const add = ADDERS[name];
  if (scheme) addIdentifiers(draft, scheme, text);
  else if (add) add(draft, text);
  else return addText(draft, name, text);
  return true;
}

type Adder = (draft: ItemDraft, text: string) => void;

const addKeywords: Adder = (draft, text) => {
  for (const one of text.split(/[,;]/)) draft.addKeyword(one);
};

const ADDERS = table<Adder>({
  ee: (draft, text) => draft.addUrl(text, 'ee'),
  eid: (draft, text) => draft.setText('number', text),
  file: (draft, text) => {
    for (const file of readFiles(text)) draft.addFile(file);
  },
  howpublished: (draft, text) => {
    const address = ADDRESS.exec(text)?.[1];
    if (address === undefined) draft.setText('medium', text);
    else draft.addUrl(address);
  },
  keyword: addKeywords,
  keywords: addKeywords,
  number: (draft, text) => draft.setText(numberField(draft.type), text),
  organization: (draft, text) => draft.setText('publisher', text),
  type: (draft, text) => draft.setText('genre', KINDS[text.toLowerCase()] ?? text),
  url: (draft, text) => draft.addUrl(text, 'url'),
});

/** An address, and perhaps words that only say that it is one. */
const ADDRESS = /^(?:(?:online|available|website|web ?page|see|url|at|from|on)[\s:,]*)*<?(https?:\/\/[^\s<>]+?)>?\.?$/i;

function addText(draft: ItemDraft, name: string, text: string): boolean {
  const field = TEXTS.get(name);
  if (!field) return false;
  const value = field === 'page' ? text.replaceAll(/\s*(?:--?|–|—)\s*/g, '-') : text;
  if (draft.text(field) !== undefined && draft.text(field) !== value) return false;
  draft.setText(field, value);
  return true;
}

function addIdentifiers(draft: ItemDraft, scheme: IdScheme, text: string): void {
  if (scheme === 'isbn' || scheme === 'issn') addSerials(draft, text, scheme);
  else draft.addIdentifier(scheme, text);
}

/** `description:path:type;…` as JabRef and Zotero write it, or a path alone. */
function readFiles(text: string): string[] {
  return text.split(/(?<!\\);/).flatMap((one) => {
    const parts = one.split(/(?<!\\):(?![\\/]{2})/).map((part) => part.replaceAll(/\\([;:\\])/g, '$1').trim());
    // A drive of Windows is no description.
    const path = parts.length >= 3 ? parts.slice(1, -1).join(':') : parts.join(':');
    return path === '' ? [] : [path];
  });
}
