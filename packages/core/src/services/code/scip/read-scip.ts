/**
 * What an `index.scip` says: which names stand where, which of them are definitions, and which symbols do what others only declare. Made by
 * compilers, so it is exact for the text that it was made of; whether that is still the text of the file is asked in fit-document.ts.
 */
import { fieldsOf, messageOf, notScip, numbersOf, textOf, type Field } from './wire.ts';

export interface ScipOccurrence {
  /** Lines and columns count from 0. */
  readonly start: readonly [line: number, column: number];
  readonly end: readonly [line: number, column: number];
  readonly symbol: string;
  readonly isDefinition: boolean;
  readonly isImport: boolean;
}

export interface ScipDocument {
  /** From the root of the index, with forward slashes. */
  readonly path: string;
  /** What it was made of, where the indexer says so. */
  readonly text: string | null;
  /** What columns count. */
  readonly columns: 'utf-8' | 'utf-16' | 'utf-32';
  readonly occurrences: readonly ScipOccurrence[];
  /** Symbols and what they implement. */
  readonly implements: readonly (readonly [symbol: string, implemented: string])[];
}

/** Numbers of the fields that are read; what else there is, is passed over. */
const INDEX = { document: 2 };
const DOCUMENT = { path: 1, occurrence: 2, symbol: 3, text: 5, encoding: 6 };
const OCCURRENCE = { range: 1, symbol: 2, roles: 3 };
const INFORMATION = { symbol: 1, relationship: 4 };
const RELATIONSHIP = { symbol: 1, isImplementation: 3 };
const ROLE = { definition: 1, import: 2 };

const SCIP_LIMITS = { documents: 200_000, occurrences: 20_000_000, relations: 2_000_000 };
/** Symbols are named by words of people; longer ones are no names. */
const LONGEST_SYMBOL = 4096;
const MOST_NUMBERS = 4;

/** One document after the other: a large index has millions of places. INVALID_INPUT for bytes that are none. */
export function* readScip(bytes: Uint8Array, limits = SCIP_LIMITS): Generator<ScipDocument> {
  const left = { ...limits };
  const names = new Map<string, string>();
  for (const field of fieldsOf(bytes)) {
    if (field.number !== INDEX.document) continue;
    if (--left.documents < 0) throw notScip(`more than ${limits.documents} documents`);
    const document = readDocument(messageOf(field), names);
    left.occurrences -= document.occurrences.length;
    left.relations -= document.implements.length;
    if (left.occurrences < 0 || left.relations < 0) throw notScip('more places than can be kept');
    if (isPlainPath(document.path)) yield document;
  }
}

/** Anything else is a place that no file of the repository has. */
function isPlainPath(path: string): boolean {
  return path !== '' && !path.includes('\0') && !/^(?:\/|[a-z]:)|(?:^|\/)\.{0,2}(?:\/|$)|\\/iu.test(path);
}

function readDocument(bytes: Uint8Array, names: Map<string, string>): ScipDocument {
  const document = { path: '', text: null as string | null, columns: 'utf-16' as ScipDocument['columns'] };
  const occurrences: ScipOccurrence[] = [];
  const relations: (readonly [string, string])[] = [];
  for (const field of fieldsOf(bytes)) {
    if (field.number === DOCUMENT.path) document.path = textOf(field);
    else if (field.number === DOCUMENT.text) document.text = textOf(field);
    else if (field.number === DOCUMENT.encoding) document.columns = columnsOf(field.value);
    else if (field.number === DOCUMENT.symbol) relations.push(...readRelations(messageOf(field), names));
    else if (field.number === DOCUMENT.occurrence) {
      const occurrence = readOccurrence(messageOf(field), names);
      if (occurrence) occurrences.push(occurrence);
    }
  }
  return { ...document, occurrences, implements: relations };
}

function columnsOf(encoding: number): ScipDocument['columns'] {
  return encoding === 1 ? 'utf-8' : encoding === 3 ? 'utf-32' : 'utf-16';
}

/** Null for what only colours text, and for what a file keeps to itself. */
function readOccurrence(bytes: Uint8Array, names: Map<string, string>): ScipOccurrence | null {
  let [symbol, roles] = ['', 0];
  const range: number[] = [];
  for (const field of fieldsOf(bytes)) {
    if (field.number === OCCURRENCE.symbol) symbol = symbolOf(field, names);
    else if (field.number === OCCURRENCE.roles) roles = field.value;
    else if (field.number === OCCURRENCE.range && range.length <= MOST_NUMBERS) range.push(...rangeOf(field));
  }
  if (symbol === '' || symbol.startsWith('local ')) return null;
  const marks = { isDefinition: (roles & ROLE.definition) !== 0, isImport: (roles & ROLE.import) !== 0 };
  const place = placeOf(range);
  return place && { ...place, symbol, ...marks };
}

/** Line, column and column; or line, column, line and column. */
function placeOf(range: readonly number[]): Pick<ScipOccurrence, 'start' | 'end'> | null {
  const [line = 0, column = 0, third = 0, fourth] = range;
  if (range.length < 3 || range.length > MOST_NUMBERS) return null;
  return { start: [line, column], end: fourth === undefined ? [line, third] : [third, fourth] };
}

/** Packed, or one number a field. */
function rangeOf(field: Field): number[] {
  return field.bytes === null ? [field.value] : numbersOf(field.bytes, MOST_NUMBERS);
}

function readRelations(bytes: Uint8Array, names: Map<string, string>): [string, string][] {
  let symbol = '';
  const implemented: string[] = [];
  for (const field of fieldsOf(bytes)) {
    if (field.number === INFORMATION.symbol) symbol = symbolOf(field, names);
    else if (field.number === INFORMATION.relationship) {
      const other = readRelation(messageOf(field), names);
      if (other !== null) implemented.push(other);
    }
  }
  return implemented.map((other) => [symbol, other]);
}

function readRelation(bytes: Uint8Array, names: Map<string, string>): string | null {
  let [symbol, isImplementation] = ['', false];
  for (const field of fieldsOf(bytes)) {
    if (field.number === RELATIONSHIP.symbol) symbol = symbolOf(field, names);
    else if (field.number === RELATIONSHIP.isImplementation) isImplementation = field.value !== 0;
  }
  return isImplementation && symbol !== '' ? symbol : null;
}

/** Each name once, however often it stands there. */
function symbolOf(field: Field, names: Map<string, string>): string {
  const text = textOf(field);
  if (text.length > LONGEST_SYMBOL) return '';
  const known = names.get(text);
  if (known !== undefined) return known;
  names.set(text, text);
  return text;
}
