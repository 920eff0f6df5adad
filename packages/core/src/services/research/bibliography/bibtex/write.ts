/** Items as BibTeX or BibLaTeX, in UTF-8: what TeX would take for its own is escaped, letters of all alphabets stay. */
import {
  DATE_FIELDS,
  TEXT_FIELDS,
  type BibliographicItem,
  type Contributor,
  type ContributorRole,
  type DateField,
  type Identifier,
  type PartialDate,
  type TextField,
} from '../../../../model/papers/index.ts';
import { seasonName, toEdtf, yearText } from '../build/dates.ts';
import { MONTH_ABBREVIATIONS } from '../build/months.ts';
import { KeyMaker } from '../citekeys/make-keys.ts';
import type { BibliographyWriter } from '../format.ts';
import { toTex, toTexTitle } from './tex.ts';
import { toExtendedName, toTexName } from './tex-names.ts';
import { toItem } from './to-item.ts';
import { containerName, numberField, publisherName } from './typed-fields.ts';
import { TEXTS, WRITTEN_TEXTS, WRITTEN_TYPES, type Dialect } from './words.ts';

export function bibtexWriter(dialect: Dialect): BibliographyWriter {
  return async function* write(items) {
    const keys = new KeyMaker();
    for await (const item of items) yield `${entryText(item, keys.keyFor(item), dialect)}\n`;
  };
}

/** `bare`: the name of a string, which stands without braces. */
type WrittenField = readonly [name: string, value: string, bare?: true];

function entryText(item: BibliographicItem, key: string, dialect: Dialect): string {
  const type = WRITTEN_TYPES[dialect][item.type] ?? 'misc';
  const fields = [
    ...exactType(item, type),
    ...names(item, dialect),
    ...texts(item, dialect),
    ...dates(item, dialect),
    ...item.identifiers.flatMap((id) => identifier(id, dialect)),
    ...lists(item),
    ...extras(item),
  ];
  return `@${type}{${key},\n${unique(fields)
    .map(([name, value, bare]) => `  ${name} = ${bare ? value : `{${value}}`},\n`)
    .join('')}}\n`;
}

/** Of identifiers that share a field the first is written. */
function unique(fields: readonly WrittenField[]): WrittenField[] {
  return [...new Map(fields.map((field) => [field[0], field] as const).toReversed()).values()].toReversed();
}

/** Only where the word for the entry would be read as something else. */
function exactType(item: BibliographicItem, type: string): WrittenField[] {
  const plain = item.genre ? [['type', item.genre] as const] : [];
  const eprint = item.identifiers.some(({ scheme }) => scheme === 'arxiv') ? [['eprint', 'x'] as const] : [];
  const read = toItem(type, '', new Map([...plain, ...eprint]));
  return read.type === item.type && read.genre === item.genre ? [] : [['csltype', item.type]];
}

function names(item: BibliographicItem, dialect: Dialect): WrittenField[] {
  const byRole = Map.groupBy(item.contributors, ({ role }) => role);
  const written = dialect === 'bibtex' ? toTexName : toExtendedName;
  return [...byRole].map(([role, people]) => [roleName(role), nameList(item, people, written)]);
}

function nameList(
  item: BibliographicItem,
  people: readonly Contributor[],
  written: (one: Contributor) => string,
): string {
  const role = people[0]?.role;
  const others = role !== undefined && item.extra?.[`${roleName(role)}-others`] ? ['others'] : [];
  return [...people.map(written), ...others].join(' and ');
}

function roleName(role: ContributorRole): string {
  return role === 'container-author' ? 'bookauthor' : role;
}

const TITLES: ReadonlySet<TextField> = new Set([
  'title',
  'container_title',
  'collection_title',
  'short_title',
  'original_title',
]);

function texts(item: BibliographicItem, dialect: Dialect): WrittenField[] {
  return TEXT_FIELDS.flatMap((field): WrittenField[] => {
    const value = item[field];
    if (value === undefined) return [];
    if (field === 'page') return [['pages', toTex(value).replaceAll(/-+(?:\{\}-)*/g, '--')]];
    return [[textName(item, field, dialect), TITLES.has(field) ? toTexTitle(value) : toTex(value)]];
  });
}

function textName(item: BibliographicItem, field: TextField, dialect: Dialect): string {
  if (field === 'container_title') return containerName(item.type, dialect);
  if (field === 'publisher') return publisherName(item.type, dialect);
  // `number` is what this type has it for; another number goes under its own name.
  if (field === numberField(item.type)) return 'number';
  if (field === 'number') return 'eid';
  return WRITTEN_TEXTS[dialect][field] ?? field;
}

const DATE_NAMES: Partial<Record<DateField, string>> = {
  accessed: 'urldate',
  event_date: 'eventdate',
  original_date: 'origdate',
};

function dates(item: BibliographicItem, dialect: Dialect): WrittenField[] {
  return DATE_FIELDS.flatMap((field): WrittenField[] => {
    const date = item[field];
    if (!date) return [];
    if (field !== 'issued') return [[DATE_NAMES[field] ?? field, dateText(date)]];
    return issued(date, dialect);
  });
}

function dateText(date: PartialDate): string {
  return date.year === undefined ? toTex(date.literal ?? '') : toEdtf(date);
}

/** BibTeX knows a year and a month; what it cannot say stands beside them in `date`, which its styles pass over. */
function issued(date: PartialDate, dialect: Dialect): WrittenField[] {
  if (date.year === undefined) return [['year', toTex(date.literal ?? '')]];
  if (dialect === 'biblatex') return [['date', toEdtf(date)]];
  const month = date.season === undefined ? MONTH_ABBREVIATIONS[(date.month ?? 0) - 1] : seasonName(date.season);
  const isMore = date.circa || date.end || date.day !== undefined || date.year < 1000;
  return [
    ['year', yearText(date.year)],
    ...(month ? [monthField(month)] : []),
    ...(isMore ? [['date', toEdtf(date)] as const] : []),
  ];
}

/** Styles have words of their own for the months of BibTeX. */
function monthField(month: string): WrittenField {
  return (MONTH_ABBREVIATIONS as readonly string[]).includes(month) ? ['month', month, true] : ['month', month];
}

function identifier({ scheme, value }: Identifier, dialect: Dialect): WrittenField[] {
  const verbatim = value.replaceAll(/[{}]/g, (brace) => encodeURIComponent(brace));
  if (scheme !== 'arxiv') return [[scheme, verbatim]];
  return [
    ['eprint', verbatim],
    [dialect === 'bibtex' ? 'archiveprefix' : 'eprinttype', 'arXiv'],
  ];
}

function lists({ keywords, files }: BibliographicItem): WrittenField[] {
  const path = (file: string) => file.replaceAll(/[;:\\]/g, String.raw`\$&`).replaceAll(/[{}]/g, '');
  return [
    ...(keywords ? [['keywords', keywords.map(toTex).join(', ')] as const] : []),
    ...(files ? [['file', files.map((file) => `:${path(file)}:`).join(';')] as const] : []),
  ];
}

const FIELD_NAME = /^[a-z][\w.:+-]*$/;

function extras({ extra = {} }: BibliographicItem): WrittenField[] {
  return Object.entries(extra).flatMap(([name, value]): WrittenField[] => {
    const isField = FIELD_NAME.test(name) && !name.endsWith('-others') && !TEXTS.has(name);
    return isField ? [[name, toTex(value)]] : [];
  });
}
