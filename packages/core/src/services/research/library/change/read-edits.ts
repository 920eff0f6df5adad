/** What a user says of a paper, in the words of the tools, as fields of the item. A field that there is not is named with its nearest. */
import { invalidField } from '../../../../errors/index.ts';
import type { JsonValue } from '../../../../model/index.ts';
import {
  CONTRIBUTOR_ROLES,
  DATE_FIELDS,
  ID_SCHEMES,
  ITEM_TYPES,
  normalizeIdentifier,
  SCHEME_WORDS,
  TEXT_FIELDS,
  type Contributor,
  type Identifier,
  type IdScheme,
  type PartialDate,
} from '../../../../model/papers/index.ts';
import { MOST_CONTRIBUTORS, MOST_EXTRA, MOST_NAME } from '../keep/paper-facts.ts';
import { nearestTo } from '../query/nearest.ts';
import { dateSchema } from '../store/item-schema.ts';
import { READ_STATES, type PaperRecord } from '../store/paper-record.ts';
import { checkedText } from './checked-text.ts';

export interface Edits {
  /** By the field of the item; null takes it away. */
  readonly fields: ReadonlyMap<string, JsonValue>;
  /** By scheme; null takes those of the scheme away. */
  readonly identifiers: ReadonlyMap<IdScheme, Identifier | null>;
  readonly record: Partial<Pick<PaperRecord, 'citekey' | 'rating' | 'read_state'>>;
}

/** Other words for a field. */
const ALIASES: Readonly<Record<string, string>> = {
  journal: 'container_title',
  venue: 'container_title',
  booktitle: 'container_title',
  pages: 'page',
  date: 'issued',
  publication_date: 'issued',
  document_type: 'type',
  year: 'issued',
};
const OWN = ['citekey', 'rating', 'read_state', 'type', 'authors', 'contributors', 'keywords'] as const;
const NAMES: readonly string[] = [...TEXT_FIELDS, ...DATE_FIELDS, ...ID_SCHEMES, ...OWN, ...Object.keys(ALIASES)];

export function readEdits(given: Readonly<Record<string, unknown>>): Edits {
  const fields = new Map<string, JsonValue>();
  const identifiers = new Map<IdScheme, Identifier | null>();
  const record: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = ALIASES[name] ?? name;
    const path = `update_metadata.${name}`;
    if (isScheme(field)) identifiers.set(field, readIdentifier(field, value, path));
    else if (field === 'citekey' || field === 'rating' || field === 'read_state')
      record[field] = readOwn(field, value, path);
    else if (field === 'authors' || field === 'contributors') fields.set('contributors', readPeople(value, path));
    else fields.set(checkField(field, path), readField(field, value, path));
  }
  return { fields, identifiers, record: record as Edits['record'] };
}

function isScheme(field: string): field is IdScheme {
  return ID_SCHEMES.some((one) => one === field);
}

function checkField(field: string, path: string): string {
  const known = [...TEXT_FIELDS, ...DATE_FIELDS, 'type', 'keywords'];
  if (known.includes(field)) return field;
  throw invalidField(
    path,
    'is no field of a paper',
    `Nearest: ${nearestTo(field.toLowerCase(), NAMES, 5).join(', ')}.`,
  );
}

function readIdentifier(scheme: IdScheme, value: unknown, path: string): Identifier | null {
  if (value === null) return null;
  const found = typeof value === 'string' ? normalizeIdentifier(scheme, value) : null;
  if (found) return found;
  const { name, looks } = SCHEME_WORDS[scheme];
  throw invalidField(path, `is no well-formed ${name}; ${looks}`, 'Check it against the page of the paper.');
}

function readOwn(field: 'citekey' | 'rating' | 'read_state', value: unknown, path: string): unknown {
  if (field === 'rating') {
    if (value === null || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 5)) return value;
    throw invalidField(path, 'must be a whole number from 1 to 5, or null');
  }
  if (field === 'read_state') {
    if (READ_STATES.some((one) => one === value)) return value;
    throw invalidField(path, `must be one of ${READ_STATES.join(', ')}`);
  }
  if (typeof value === 'string' && value.isWellFormed() && /^[^\s,{}()"#%~\\=\p{Cc}]{1,200}$/u.test(value))
    return value;
  throw invalidField(path, 'must be one word of up to 200 characters without , { } ( ) " # % ~ \\ =');
}

function readField(field: string, value: unknown, path: string): JsonValue {
  if (value === null) return null;
  if (DATE_FIELDS.some((one) => one === field)) return { ...readDate(value, path) } as JsonValue;
  if (field === 'type') return readType(value, path);
  if (field === 'keywords') return readKeywords(value, path);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'string' && value.trim() !== '') return checkedText(value, path);
  throw invalidField(path, 'must be a text that is not empty, or null to take it away');
}

function readType(value: unknown, path: string): string {
  const type = String(value).trim().toLowerCase();
  if (ITEM_TYPES.some((one) => one === type)) return type;
  throw invalidField(path, 'is no type of works', `Nearest: ${nearestTo(type, ITEM_TYPES).join(', ')}.`);
}

function readKeywords(value: unknown, path: string): string[] {
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw invalidField(path, 'must be a list of texts');
  if (value.length > MOST_EXTRA) throw invalidField(path, `has more than ${MOST_EXTRA}`);
  return value.map((one: string, i) => checkedText(one, `${path}[${i}]`, MOST_NAME * 4));
}

const DATE = /^(-?\d{1,4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/;

function readDate(value: unknown, path: string): PartialDate {
  const written = DATE.exec(typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '');
  const date = written ? fromParts(written.slice(1)) : dateSchema.safeParse(value).data;
  if (date && isDay(date as PartialDate)) return date as PartialDate;
  throw invalidField(path, 'is no date', 'Write it as 2024, 2024-03 or 2024-03-31.');
}

/** The 30th of February is a slip, and would be shown as the 2nd of March. */
function isDay({ year = 2000, month = 1, day = 1 }: PartialDate): boolean {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= last;
}

function fromParts(parts: readonly (string | undefined)[]): PartialDate {
  const given = ['year', 'month', 'day'].flatMap((name, i) =>
    parts[i] === undefined ? [] : [[name, Number(parts[i])]],
  );
  return Object.fromEntries(given) as PartialDate;
}

function readPeople(value: unknown, path: string): JsonValue {
  if (value === null) return [];
  const list = typeof value === 'string' ? value.split(/\s*;\s*|\s+and\s+/) : value;
  if (!Array.isArray(list)) throw invalidField(path, 'must be a list of names', 'Write each as "Family, Given".');
  if (list.length > MOST_CONTRIBUTORS) throw invalidField(path, `names more than ${MOST_CONTRIBUTORS} people`);
  return list.map((one: unknown, i) => ({ ...readPerson(one, `${path}[${i}]`) }));
}

function readPerson(value: unknown, path: string): Contributor {
  if (typeof value === 'string' && value.trim() !== '') return personFrom(checkedText(value, path, MOST_NAME));
  if (typeof value === 'object' && value !== null) {
    const { role = 'author', ...parts } = value as Record<string, unknown>;
    const known = ['family', 'given', 'particle', 'droppingParticle', 'suffix', 'literal', 'orcid', 'affiliation'];
    const stray = Object.entries(parts).find(([part, text]) => !known.includes(part) || typeof text !== 'string');
    if (stray) throw invalidField(`${path}.${stray[0]}`, `is no part of a name; there are ${known.join(', ')}`);
    for (const [part, text] of Object.entries(parts))
      if (text !== '') checkedText(String(text), `${path}.${part}`, MOST_NAME);
    if (CONTRIBUTOR_ROLES.some((one) => one === role) && ('family' in parts || 'literal' in parts))
      return { role, ...parts } as Contributor;
  }
  throw invalidField(path, 'is no name', 'Write it as "Family, Given", or as {family, given, role}.');
}

/** `Family, Given`; else the last word is the family name, and a single one stands for itself. */
function personFrom(name: string): Contributor {
  const [family, given] = name.split(/\s*,\s*/, 2);
  if (given !== undefined && given !== '') return { role: 'author', family: family ?? '', given };
  const words = name.split(/\s+/);
  const last = words.pop() ?? '';
  return words.length === 0
    ? { role: 'author', literal: last }
    : { role: 'author', family: last, given: words.join(' ') };
}
