/**
 * The lines of a first page as they are printed: what stands on one row beside each other is one line, wherever the file ends its own (behind
 * every raised letter, in some), and parts that stand far apart are divided by a tab.
 */
import type { DocumentHeadLine } from '@zapomni/core/ports';
import { mended } from './mended.ts';
import type { PdfLine } from './pdf-file.ts';
import { isRaised, raised } from './raised.ts';

/** In sizes of the letters: how far a row may rise and fall, and what room there is between parts of one line and between its words. */
const LEVEL = 0.2;
const LOWERED = 0.4;
const APART = 0.7;
const LIST_APART = 1.6;
const MARK_APART = 0.4;
const OVER = 0.5;
const SPACE = 0.13;
const SMALLER = 0.85;
/** Only goes on with something before it. */
const GOES_ON = /^[,;]/u;
/** What points to a footnote is short. */
const MARK = /^[^\s\t]{1,8}(?:,\s?[^\s\t]{1,3})*$/u;
/** A first letter that reaches down over several lines. */
const INITIAL = /^[\p{Lu}“"‘«]{1,2}$/u;
const INITIAL_SIZE = 1.6;
const MOST = 400;

interface Row {
  readonly order: number;
  readonly line: PdfLine;
  text: string;
  left: number;
  right: number;
  baseline: number;
  size: number;
  hyphenated: boolean;
}

/** `running`: those at the top and the bottom that other pages have too. */
export function headLines(lines: readonly PdfLine[], running: readonly PdfLine[]): DocumentHeadLine[] {
  return [
    ...rowsOf(running).map((row) => ({ ...toHeadLine(row), running: true })),
    ...rowsOf(lines).map((row) => toHeadLine(row)),
  ];
}

function rowsOf(lines: readonly PdfLine[]): readonly Row[] {
  const rows: Row[] = [];
  const pieces = lines.slice(0, MOST).map((line, order) => toRow(line, order));
  for (const piece of pieces.toSorted((a, b) => a.left - b.left)) {
    const row = piece.line.turned ? undefined : nearest(rows, piece);
    if (row) join(row, piece);
    else rows.push(piece);
  }
  return withInitials(rows).toSorted((a, b) => a.order - b.order);
}

function toHeadLine({ text, left, right, baseline, size, hyphenated, line }: Row): DocumentHeadLine {
  return {
    text: hyphenated ? `${text}-` : text,
    size,
    bold: line.bold,
    place: { left, right, baseline },
    ...(line.turned ? { turned: true } : {}),
  };
}

function toRow(line: PdfLine, order: number): Row {
  const { text, cells } = line.printed ?? line;
  const { left, right, baseline, size, hyphenated } = line;
  const printed = cells.length > 0 ? cells.map((cell) => cell.text).join('\t') : text;
  return { order, line, text: mended(printed), left, right, baseline, size, hyphenated };
}

/** The row that the piece goes on. */
function nearest(rows: readonly Row[], piece: Row): Row | undefined {
  let best: Row | undefined;
  for (const row of rows) if (goesOn(row, piece) && (!best || row.right > best.right)) best = row;
  return best;
}

function goesOn(row: Row, piece: Row): boolean {
  if (row.line.turned) return false;
  const size = Math.max(row.size, piece.size);
  const gap = piece.left - row.right;
  if (gap < -OVER * size) return false;
  const rise = piece.baseline - row.baseline;
  if (isMark(piece, row) || isMark(row, piece)) return gap < MARK_APART * size;
  if (size > INITIAL_SIZE * Math.min(row.size, piece.size)) return false;
  if (Math.abs(rise) <= LEVEL * size) return gap < (GOES_ON.test(piece.text) ? LIST_APART : APART) * size;
  // Below the line: the figures of a formula.
  return piece.size < SMALLER * row.size && rise < 0 && rise > -LOWERED * size && gap < MARK_APART * size;
}

const isMark = (one: Row, beside: Row) => MARK.test(one.text) && !INITIAL.test(beside.text) && isRaised(one, beside);

function join(row: Row, piece: Row): void {
  const gap = piece.left - row.right;
  const isAbove = isMark(piece, row);
  const leads = !isAbove && isMark(row, piece);
  const space = gap > SPACE * Math.max(row.size, piece.size) && !isAbove && !leads ? ' ' : '';
  row.text = `${leads ? raised(row.text) : row.text}${space}${isAbove ? raised(piece.text) : piece.text}`;
  row.right = Math.max(row.right, piece.right);
  row.hyphenated = piece.hyphenated;
  if (!leads) return;
  row.baseline = piece.baseline;
  row.size = piece.size;
}

/** A large first letter is put before the first of the lines that stand beside it. */
function withInitials(rows: readonly Row[]): readonly Row[] {
  return rows.filter((row) => {
    if (!INITIAL.test(row.text) || row.line.turned) return true;
    const beside = rows.filter((other) => standsBeside(other, row)).toSorted((a, b) => b.baseline - a.baseline)[0];
    if (!beside) return true;
    beside.text = `${row.text}${beside.text}`;
    beside.left = row.left;
    return false;
  });
}

function standsBeside(line: Row, initial: Row): boolean {
  const gap = line.left - initial.right;
  const isLevel = line.baseline > initial.baseline - line.size && line.baseline < initial.baseline + initial.size;
  return initial.size > INITIAL_SIZE * line.size && isLevel && gap > -line.size && gap < line.size;
}
