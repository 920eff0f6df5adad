/** Tables: a row for each work, a heading for each column. Cells that a spreadsheet would run as formulas are written so that it does not. */
import { table } from '../build/table.ts';
import {
  ITEM_TYPES,
  type BibliographicItem,
  type DateField,
  type IdScheme,
  type ItemType,
} from '../../../../model/papers/index.ts';
import { readDate, toEdtf } from '../build/dates.ts';
import { identifierUrl } from '../build/identifier-urls.ts';
import { ItemDraft } from '../build/item-draft.ts';
import { monthNumber } from '../build/months.ts';
import { anyName, commaName, person, toCommaName } from '../build/names.ts';
import { onePage, pageRange } from '../build/pages.ts';
import { referenceType } from '../build/reference-types.ts';
import { addSerials } from '../build/serials.ts';
import { KeyMaker } from '../citekeys/make-keys.ts';
import type { Finding, Source } from '../format.ts';
import { knownKind } from '../xml/zotero-words.ts';
import { COLUMNS, columnsOf, type Column } from './columns.ts';
import { csvRows } from './rows.ts';

export async function* readCsv(source: Source): AsyncGenerator<Finding> {
  let columns: readonly (Column | string)[] | null = null;
  for await (const { line, cells } of csvRows(source)) {
    if (!cells)
      yield { kind: 'problem', line, message: 'The row is too long or its quotes are not closed; it was left out.' };
    else if (!columns) columns = columnsOf(cells);
    else if (cells.length > columns.length + 1)
      yield {
        kind: 'problem',
        line,
        message: `The row has ${cells.length} cells under ${columns.length} headings; it was left out.`,
      };
    else yield { kind: 'entry', line, item: toItem(columns, cells) };
  }
}

const EXACT: ReadonlySet<string> = new Set(ITEM_TYPES);

function typeOf(cell: string): ItemType {
  if (EXACT.has(cell)) return cell as ItemType;
  const name = TYPE_WORDS[cell.toLowerCase()];
  return name ?? knownKind(cell) ?? referenceType(cell, '');
}

/** As indexes of the literature write them. */
const TYPE_WORDS = table<ItemType>({
  article: 'article-journal',
  review: 'article-journal',
  'journal article': 'article-journal',
  'conference paper': 'paper-conference',
  'book chapter': 'chapter',
});

function toItem(columns: readonly (Column | string)[], cells: readonly string[]): BibliographicItem {
  const at = (kind: Column['kind']) =>
    (cells[columns.findIndex((one) => typeof one !== 'string' && one.kind === kind)] ?? '').trim();
  const type = at('type');
  const draft = new ItemDraft(type === '' ? 'article-journal' : typeOf(type));
  for (const [i, column] of columns.entries()) {
    const cell = plain(cells[i] ?? '');
    if (cell === '' || isSaidInFull(columns, cells, i)) continue;
    if (typeof column === 'string') draft.setExtra(column, cell);
    else addCell(draft, column, cell);
  }
  draft.setText('page', pageRange(at('first_page'), at('last_page')));
  const [date, month] = [draft.date('issued'), monthNumber(at('month'))];
  if (date?.year !== undefined && date.month === undefined && month !== null)
    draft.replaceDate('issued', { ...date, month });
  return draft.done();
}

/** Indexes have the same people twice, with their initials and with all of their names: the cell that says more is read. */
function isSaidInFull(columns: readonly (Column | string)[], cells: readonly string[], at: number): boolean {
  const own = columns[at];
  if (typeof own !== 'object' || own.kind !== 'names') return false;
  const length = (i: number) => (cells[i] ?? '').length;
  return columns.some(
    (column, i) =>
      typeof column === 'object' &&
      column.kind === 'names' &&
      column.role === own.role &&
      (length(i) > length(at) || (length(i) === length(at) && i < at)),
  );
}

function addCell(draft: ItemDraft, column: Column, cell: string): void {
  if (column.kind === 'text') draft.setText(column.field, column.field === 'page' ? onePage(cell) : cell);
  else if (column.kind === 'date') addDate(draft, column.field, cell);
  else if (column.kind === 'names')
    for (const name of column.exact ? cell.split(/;\s*/).map(commaName) : namesIn(cell))
      draft.addContributor(person(column.role, name));
  else if (column.kind === 'id') addIds(draft, column.scheme, cell);
  else addRest(draft, column.kind, cell);
}

function addIds(draft: ItemDraft, scheme: IdScheme, cell: string): void {
  if (scheme === 'isbn' || scheme === 'issn') return addSerials(draft, cell, scheme);
  for (const one of cell.split(/\s+/)) {
    if (scheme === 'url') draft.addUrl(one);
    else draft.addIdentifier(scheme, one);
  }
}

function addRest(draft: ItemDraft, kind: Column['kind'], cell: string): void {
  if (kind === 'citekey') draft.citekey ??= cell;
  else if (kind === 'keywords') for (const word of cell.split(/;\s*/)) draft.addKeyword(word);
  else if (kind === 'files') for (const file of cell.split(/;\s+/)) draft.addFile(file);
  else if (kind === 'extra') addExtra(draft, cell);
}

/** A year in one column and the day in another: the more exact one of the same year. */
function addDate(draft: ItemDraft, field: DateField, cell: string): void {
  const [date, before] = [readDate(cell), draft.date(field)];
  if (!date) return;
  if (before && before.month === undefined && date.month !== undefined && date.year === before.year)
    draft.replaceDate(field, date);
  else draft.setDate(field, date);
}

/** `Last, First; Last, First`; or `Smith J, Doe A`, in which commas part people; or `Last, First and Last, First`. */
function namesIn(cell: string) {
  const clean = cell.replaceAll(/\s*\(\d+\)/g, '');
  const names = areShort(clean) ? clean.split(/,\s*/) : (joinedNames(clean) ?? clean.split(/;\s*/));
  return names.filter((one) => one !== '' && !NOBODY.test(one)).map((one) => anyName(withComma(one)));
}

/** What indexes write where they know of nobody. */
const NOBODY = /^\[no author\b[^\]]*\]$/i;

const SHORT = /^([^\s,][^,]*) (?:(\p{Lu}{2,3})\.?|(\p{Lu}|(?:\p{Lu}\p{Ll}?\.-?){1,4}))$/u;

/** `Smith J`, `van Holm A.-B.`: behind the family name there are initials. A full stop behind several is that of the list. */
function withComma(name: string): string {
  const [, family, several, initials = several] = SHORT.exec(name) ?? [];
  return family === undefined || initials === undefined ? name : `${family}, ${initials}`;
}

function areShort(names: string): boolean {
  const parts = names.split(/,\s*/);
  return !names.includes(';') && parts.length > 1 && parts.every((one) => withComma(one) !== one);
}

/** Null where no `and` stands between names that have a comma each. */
function joinedNames(cell: string): string[] | null {
  const names = cell.split(/\s+and\s+/);
  return names.length > 1 && names.every((one) => /^[^,;]+,[^,;]+$/.test(one)) ? names : null;
}

function addExtra(draft: ItemDraft, cell: string): void {
  for (const line of cell.split('\n')) draft.addNamed(line);
  for (const [name, value] of Object.entries(parsed(cell))) if (typeof value === 'string') draft.setExtra(name, value);
}

function parsed(cell: string): object {
  try {
    const extra: unknown = JSON.parse(cell);
    return typeof extra === 'object' && extra !== null ? extra : { extra: cell };
  } catch {
    return { extra: cell };
  }
}

/** What spreadsheets run: a sign at the beginning, in Japanese ones also a wide one. An apostrophe before it says that it is a text; one that was there gets another. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

function plain(cell: string): string {
  const text = cell.trim();
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}

function written(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /["\r\n,;]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export async function* writeCsv(items: AsyncIterable<BibliographicItem>): AsyncGenerator<string> {
  const keys = new KeyMaker();
  yield `${COLUMNS.map(([name]) => name).join(',')}\r\n`;
  for await (const item of items) {
    const key = keys.keyFor(item);
    yield `${COLUMNS.map(([, column]) => written(cellOf(item, column, key))).join(',')}\r\n`;
  }
}

function cellOf(item: BibliographicItem, column: Column, key: string): string {
  if (column.kind === 'text') return item[column.field] ?? '';
  if (column.kind === 'date') {
    const date = item[column.field];
    return date ? toEdtf(date) : '';
  }
  if (column.kind === 'id') return idCell(item, column.scheme);
  if (column.kind !== 'names') return restCell(item, column.kind, key);
  const names = item.contributors
    .filter(({ role }) => role === column.role)
    .map(toCommaName)
    .join('; ');
  // One person who looks like two: a semicolon says that commas part no people here.
  return areShort(names) ? `${names};` : names;
}

function restCell(
  { type, keywords = [], files = [], extra }: BibliographicItem,
  kind: Column['kind'],
  key: string,
): string {
  if (kind === 'citekey') return key;
  if (kind === 'type') return type;
  if (kind === 'keywords') return keywords.join('; ');
  if (kind === 'files') return files.join('; ');
  return kind === 'extra' && extra ? JSON.stringify(extra) : '';
}

function idCell({ identifiers }: BibliographicItem, scheme: string): string {
  const values = identifiers.filter((id) => id.scheme === scheme);
  return values.map((id) => (scheme === 'url' ? identifierUrl(id) : id.value)).join(' ');
}
