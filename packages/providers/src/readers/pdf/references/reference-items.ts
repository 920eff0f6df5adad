/**
 * Lists of references as they are set: which lines make up one item. The eye sees it by numbers in the margin, by first lines that hang out or are set
 * in, or by the room between items; words need not be understood for it. An item goes on in the next column and on the next page.
 */
import { isReferenceHeading } from '@zapomni/core/model';
import type { PdfLine } from '../pdf-file.ts';
import { itemMarks, type ItemMark } from './item-marks.ts';
import { columnEdges, foreignColumns, hasEnded, isAt, itemLayout, type ColumnEdges } from './item-layout.ts';
import { ListLook } from './list-end.ts';
import { toRows, type Row } from './rows.ts';

const LONGEST_HEADING = 60;
const FEWEST = 2;
const FEWEST_COUNTED = 5;
const MOST_TRIED = 4;
/** Part of the file before which no list stands that has no heading. */
const EARLIEST = 0.3;
const MANY = 60;
const LEAST_DATED = 0.5;
const MOST_ROWS_EACH = 14;
/** In usual steps from row to row. */
const FAR = 1.8;
const NEXT = 1.25;
/** In sizes of the font. */
const SET_IN = 0.4;

/** Which item each line is of; items are counted through the file. `pages`: the lines of each in the order of reading. */
export function referenceItems(pages: readonly (readonly PdfLine[])[]): Map<PdfLine, number> {
  const rows = withoutRunning(toRows(pages));
  const headings = rows.flatMap((row, i) => (isHeading(row) ? [i] : []));
  const headed = headings.flatMap((at, k) => itemsOf(rows.slice(at + 1, headings[k + 1])));
  const lists = headed.length > 0 ? headed : countedTail(rows);
  return new Map(lists.flatMap((item, n) => item.flatMap(({ lines }) => lines.map((line) => [line, n] as const))));
}

function isHeading({ text }: Row): boolean {
  return text.length < LONGEST_HEADING && isReferenceHeading(text);
}

/** The heading of the list at the top of the pages on which it goes on, with their numbers or without. */
function withoutRunning(rows: readonly Row[]): Row[] {
  const bare = ({ text }: Row) => text.replaceAll(/\d/gu, '').trim().toLowerCase();
  let last: { readonly page: number; readonly text: string } | null = null;
  return rows.filter((row, i) => {
    const isTop = rows[i - 1]?.page !== row.page;
    const text = bare(row);
    if (text.length > LONGEST_HEADING || !isReferenceHeading(text)) return true;
    const isAgain = isTop && last?.text === text && row.page - last.page === 1;
    if (isTop || isHeading(row)) last = { page: row.page, text };
    return !isAgain;
  });
}

/** Without a heading: what counts up from one near the end, and is dated as references are. */
function countedTail(rows: readonly Row[]): Row[][] {
  const ones = rows.flatMap(({ text }, i) =>
    i > rows.length * EARLIEST && /^[[(]?\s?1\s?[\]).]?\s/u.test(text) ? [i] : [],
  );
  for (const at of ones.toReversed().slice(0, MOST_TRIED)) {
    const tail = rows.slice(at);
    if ((itemMarks(tail)?.length ?? 0) < FEWEST_COUNTED) continue;
    const items = itemsOf(tail);
    if (items.length >= FEWEST_COUNTED && datedShare(items) >= LEAST_DATED) return items;
  }
  return [];
}

function itemsOf(rows: readonly Row[]): Row[][] {
  const pitch = pitchOf(rows.slice(0, MANY));
  const look = new ListLook(rows, pitch);
  const marks = itemMarks(rows);
  if (!marks) return unnumberedParts(rows, look, pitch);
  const zone = rows.slice(0, look.endFrom(rows, (marks.at(-1)?.at ?? 0) + 1));
  const items = numbered(zone, marks, look, pitch);
  return items.length >= FEWEST && zone.length / items.length <= MOST_ROWS_EACH ? items : [];
}

/** A list may have parts, each below a heading of its own: books, articles, what stands on the web. */
function unnumberedParts(rows: readonly Row[], look: ListLook, pitch: number): Row[][] {
  const items: Row[][] = [];
  let from = 0;
  while (from < rows.length) {
    const end = look.endFrom(rows, from + 2);
    const part = unnumbered(rows.slice(from, end), look, pitch);
    const isList =
      part.length >= FEWEST && end - from <= part.length * MOST_ROWS_EACH && datedShare(part) >= LEAST_DATED;
    if (!isList) break;
    items.push(...part);
    const heading = rows[end];
    if (!heading || ListLook.isOver(heading)) break;
    from = end + 1;
  }
  return items;
}

function numbered(zone: readonly Row[], marks: readonly ItemMark[], look: ListLook, pitch: number): Row[][] {
  const edges = columnEdges(zone.filter((row) => look.isUsual(row)));
  const marked = new Set(marks.map(({ at }) => at));
  const inner = isSetIn(zone, marked, edges);
  const lost = inner ? lostMarks(zone, marks, edges) : [];
  const starts = [...marked, ...lost].toSorted((a, b) => a - b);
  return toItems(zone, starts, { edges, pitch, inner });
}

/** Where numbers are missing: rows that hang out between their neighbours. */
function lostMarks(
  zone: readonly Row[],
  marks: readonly ItemMark[],
  edges: ReadonlyMap<number, ColumnEdges>,
): number[] {
  return marks.flatMap(({ at, n }, k) => {
    const before = marks[k - 1];
    const missing = n === null ? 0 : n - (before?.n ?? 0) - 1;
    if (missing <= 0) return [];
    const from = before ? before.at + 1 : 0;
    const out = zone.slice(from, at).flatMap((row, i) => (isAt(row, edges.get(row.column)?.left) ? [from + i] : []));
    return out.filter((i) => i === 0 || hasEnded(zone[i - 1] as Row)).slice(0, missing);
  });
}

function unnumbered(all: readonly Row[], look: ListLook, pitch: number): Row[][] {
  const edges = columnEdges(all.filter((row) => look.isUsual(row)));
  const inList = all.filter((row, i) => look.isUsual(row) || isInList(row, all[i - 1], edges.get(row.column), pitch));
  const first = itemLayout(inList, edges);
  if (!first) return [];
  const foreign = foreignColumns(inList, first);
  const rows = inList.filter(({ column }) => !foreign.has(column));
  const layout = foreign.size > 0 ? itemLayout(rows, edges) : first;
  const starts = [...(layout?.starts ?? [])].toSorted((a, b) => a - b);
  return toItems(rows, starts, { edges, pitch, inner: layout?.kind === 'hanging' });
}

/** A row of small capitals, or one that begins with a raised letter: it stands where rows of the list do. */
function isInList(row: Row, before: Row | undefined, edge: ColumnEdges | undefined, pitch: number): boolean {
  if (!edge || !before || !(isAt(row, edge.left) || isAt(row, edge.inner))) return false;
  return before.column === row.column && before.baseline - row.baseline <= NEXT * pitch;
}

interface Setting {
  readonly edges: ReadonlyMap<number, ColumnEdges>;
  readonly pitch: number;
  /** What follows the first row of an item is set in. */
  readonly inner: boolean;
}

function toItems(rows: readonly Row[], starts: readonly number[], setting: Setting): Row[][] {
  const items = starts.map((start, k) => itemFrom(rows, start, starts[k + 1] ?? null, setting));
  return items.filter((item) => /\p{L}{3}/u.test(item.map(({ text }) => text).join(' ')));
}

function itemFrom(rows: readonly Row[], start: number, next: number | null, setting: Setting): Row[] {
  const item = [rows[start] as Row];
  for (let i = start + 1; i < (next ?? rows.length); i++) {
    const row = rows[i] as Row;
    if (goesOn(item.at(-1) as Row, row, setting, next !== null)) item.push(row);
    else if (next === null) break;
  }
  return item;
}

function goesOn(before: Row, row: Row, { edges, pitch, inner }: Setting, isFollowed: boolean): boolean {
  const edge = edges.get(row.column);
  const fits = !inner || !edge || row.left >= edge.inner - SET_IN * row.size;
  if (before.column === row.column) return fits && before.baseline - row.baseline <= FAR * pitch;
  if (!fits) return false;
  const isHung = inner && edge !== undefined && edge.inner > edge.left && isAt(row, edge.inner);
  return isFollowed || isHung || !hasEnded(before);
}

function isSetIn(rows: readonly Row[], starts: ReadonlySet<number>, edges: ReadonlyMap<number, ColumnEdges>): boolean {
  const others = rows.filter((_, i) => !starts.has(i));
  const set = others.filter((row) => {
    const edge = edges.get(row.column);
    return edge !== undefined && edge.inner > edge.left && row.left >= edge.inner - SET_IN * row.size;
  });
  return others.length > 0 && set.length > others.length * 0.75;
}

function pitchOf(rows: readonly Row[]): number {
  const steps = rows.flatMap((row, i) => {
    const before = rows[i - 1];
    return before && before.column === row.column ? [before.baseline - row.baseline] : [];
  });
  return steps.toSorted((a, b) => a - b)[Math.floor(steps.length * 0.4)] ?? (rows[0]?.size ?? 10) * 1.2;
}

function datedShare(items: readonly (readonly Row[])[]): number {
  const dated = items.filter((item) => /(?<!\d)(?:1[6-9]|20)\d\d(?!\d)/u.test(item.map(({ text }) => text).join(' ')));
  return dated.length / items.length;
}
