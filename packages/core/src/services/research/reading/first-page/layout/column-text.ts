/**
 * What stands in one column of a page, row by row from a line on: letters that a formula or a footnote mark set apart are of the row that they
 * stand in. A row is of a text as long as it looks like it: as large, as bold, as close to the row before it, and no wider than the column.
 */
import type { PlacedLine } from './group-lines.ts';

export interface Row {
  readonly text: string;
  /** The widest of its parts, which says how it looks. */
  readonly main: PlacedLine;
}

export interface Column {
  readonly left: number;
  readonly right: number;
}

/** In sizes of the letters. */
const OVERHANG = 1.2;
const ONE_ROW = 0.5;
const SAME_SIZE = 1.08;
/** Of the distance of rows, and of the width of the column. */
const APART = 2.3;
const MUCH = 0.4;
/** What is shorter may be a part of a formula. */
const FRAGMENT = 10;
const SHORT = 0.7;

/** All rows of the column from this line down. */
export function rowsBelow(lines: readonly PlacedLine[], first: PlacedLine, column: Column): Row[] {
  const inside = lines
    .filter((line) => line.baseline <= first.baseline + ONE_ROW * first.size && isInside(line, column))
    .toSorted((a, b) => b.baseline - a.baseline);
  const rows: PlacedLine[][] = [];
  for (const line of inside) {
    const row = rows.find((parts) => isOneRow(widest(parts), line));
    if (row) row.push(line);
    else rows.push([line]);
  }
  return rows.map((parts) => toRow(parts)).toSorted((a, b) => b.main.baseline - a.main.baseline);
}

function isInside(line: PlacedLine, { left, right }: Column): boolean {
  const middle = (line.left + line.right) / 2;
  return middle > left && middle < right;
}

/** Close in height to a longer part of it, and not above or below that. */
function isOneRow(main: PlacedLine, line: PlacedLine): boolean {
  const isLevel = Math.abs(main.baseline - line.baseline) < ONE_ROW * Math.max(main.size, line.size);
  return isLevel && (line.left >= main.right - line.size || line.right <= main.left + line.size);
}

const widest = (parts: readonly PlacedLine[]) =>
  parts.reduce((most, part) => (part.right - part.left > most.right - most.left ? part : most));

function toRow(parts: readonly PlacedLine[]): Row {
  const ordered = parts.toSorted((a, b) => a.left - b.left);
  return { text: ordered.map(({ text }) => text).join(' '), main: widest(parts) };
}

/** How many rows look like the first: up to one that is set otherwise, reaches over the edge, or stands far below. `isPart` are never apart. */
export function rowsAlike(rows: readonly Row[], column: Column, isPart: (text: string) => boolean): number {
  const pitch = usualPitch(rows);
  const first = rows[0]?.main;
  if (!first) return 0;
  const end = rows.findIndex((row, i) => {
    const before = rows[i - 1];
    if (!before) return false;
    if (!isAlike(row, first, column)) return true;
    if (isPart(row.text)) return false;
    return isHeading(row, before, first, column) || before.main.baseline - row.main.baseline > APART * pitch;
  });
  return end < 0 ? rows.length : end;
}

function isAlike({ main, text }: Row, first: PlacedLine, { left, right }: Column): boolean {
  if (main.left < left - OVERHANG * main.size || main.right > right + OVERHANG * main.size) return false;
  const isLong = main.right - main.left > MUCH * (right - left) || text.length > FRAGMENT;
  return !isLong || Math.max(main.size, first.size) <= Math.min(main.size, first.size) * SAME_SIZE;
}

/** Short, in letters of another weight, behind the end of a sentence. */
function isHeading({ main, text }: Row, before: Row, first: PlacedLine, { left, right }: Column): boolean {
  const isShort =
    main.right - main.left < SHORT * (right - left) && /^[\p{Lu}\d]/u.test(text) && text.length > FRAGMENT;
  return isShort && main.bold !== first.bold && /[.!?]["”’)]?$/u.test(before.text);
}

function usualPitch(rows: readonly Row[]): number {
  const steps = rows
    .slice(1, 8)
    .map(({ main }, i) => (rows[i] as Row).main.baseline - main.baseline)
    .toSorted((a, b) => a - b);
  const size = rows[0]?.main.size ?? 10;
  return Math.max(steps[steps.length >> 1] ?? 0, 1.1 * size);
}
