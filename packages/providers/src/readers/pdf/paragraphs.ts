/** Puts the lines of a page together: what the page only broke is joined, what stands apart stays apart. */
import type { Hyphens } from './hyphens.ts';
import type { PdfLine } from './pdf-file.ts';

export interface PdfParagraph {
  readonly lines: readonly PdfLine[];
  /** Rows of at least two cells each; null for prose. */
  readonly rows: readonly (readonly string[])[] | null;
  /** Which item of a list of references it is, or the part of one that stands on this page. */
  readonly item?: number;
}

const LIST_ITEM = /^(?:[•▪◦‣●○–—*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/u;

/** `items`: which item of a list of references a line is of. */
export function toParagraphs(lines: readonly PdfLine[], items?: ReadonlyMap<PdfLine, number>): PdfParagraph[] {
  const ordered = inColumns(lines);
  if (!items || !ordered.some((line) => items.has(line))) return inProse(ordered);
  const runs: { readonly item: number | undefined; readonly lines: PdfLine[] }[] = [];
  for (const line of ordered) {
    const item = items.get(line);
    const run = item === undefined ? runs.at(-1) : runs.find((one) => one.item === item);
    if (run && run.item === item) run.lines.push(line);
    else runs.push({ item, lines: [line] });
  }
  return runs.flatMap(({ item, lines: own }) =>
    item === undefined ? inProse(own) : [{ lines: own, rows: null, item }],
  );
}

function inProse(ordered: readonly PdfLine[]): PdfParagraph[] {
  const pitch = usualPitch(ordered);
  const paragraphs: PdfParagraph[] = [];
  let i = 0;
  while (i < ordered.length) {
    const rows = tableFrom(ordered, i);
    const end = rows > 0 ? i + rows : endOfParagraph(ordered, i, pitch);
    const part = ordered.slice(i, end);
    paragraphs.push({ lines: part, rows: rows > 0 ? part.map(({ cells }) => cells.map(({ text }) => text)) : null });
    i = end;
  }
  return paragraphs;
}

/** The text of lines that belong together. */
export function joinLines(lines: readonly PdfLine[], hyphens: Hyphens): string {
  let text = '';
  lines.forEach((line, n) => {
    const before = lines[n - 1];
    if (!before) text = line.text;
    else if (before.hyphenated) text += hyphens.between(text, line.text) + line.text;
    else text += (endsInHyphen(text) ? '' : ' ') + line.text;
  });
  return text;
}

const endsInHyphen = (text: string) => /\p{L}[-‐]$/u.test(text.slice(-3));

function endOfParagraph(lines: readonly PdfLine[], start: number, pitch: number): number {
  let end = start + 1;
  while (end < lines.length && goesOn(lines, end, pitch) && !hangsOut(lines, start, end) && tableFrom(lines, end) === 0)
    end++;
  return end;
}

/** Whether the line goes on with what the one before it says. */
function goesOn(lines: readonly PdfLine[], at: number, pitch: number): boolean {
  const [before, line] = [lines[at - 1], lines[at]];
  if (!before || !line) return false;
  if (before.hyphenated) return true;
  if (!looksAlike(before, line) || LIST_ITEM.test(line.text)) return false;
  const step = before.baseline - line.baseline;
  // Up again: the next column.
  if (step < -0.5 * line.size) return /^\p{Ll}/u.test(line.text) && !/[.!?:]["”’)]?$/u.test(before.text);
  if (Math.abs(step) <= 0.6 * line.size) return true;
  if (step > pitch * 1.35) return false;
  return !isSetIn(lines, at) && !hadRoom(lines, at);
}

/** The first line of a paragraph. */
function isSetIn(lines: readonly PdfLine[], at: number): boolean {
  const [before, line] = [lines[at - 1] as PdfLine, lines[at] as PdfLine];
  return line.left - before.left > 0.8 * line.size && !LIST_ITEM.test(before.text) && !isHanging(lines, at);
}

/** Set in below a full line that ends in the middle of a sentence, and not far: the second line of an item whose first one hangs out. */
function isHanging(lines: readonly PdfLine[], at: number): boolean {
  const [before, line] = [lines[at - 1] as PdfLine, lines[at] as PdfLine];
  return line.left - before.left < 4 * line.size && !/[.!?:]["”’)]?$/u.test(before.text) && !hadRoom(lines, at);
}

/** The first line of the next such item: further out than those before it, which were set in. */
function hangsOut(lines: readonly PdfLine[], start: number, at: number): boolean {
  const [first, before, line] = [lines[start], lines[at - 1], lines[at]];
  if (!first || !before || !line || at - start < 2) return false;
  const isOut = before.left - line.left > 0.8 * line.size && Math.abs(line.left - first.left) < 0.5 * line.size;
  return isOut && before.baseline > line.baseline;
}

function looksAlike(before: PdfLine, line: PdfLine): boolean {
  // Superscripts and the like begin a line of their own in some files.
  if (Math.min(before.text.length, line.text.length) <= 3) return before.size < line.size * 1.5;
  return Math.abs(before.size - line.size) < 0.1 * line.size && before.bold === line.bold;
}

/** The first word of the line would have fitted into the one before: somebody ended it on purpose. */
function hadRoom(lines: readonly PdfLine[], at: number): boolean {
  const [before, line] = [lines[at - 1] as PdfLine, lines[at] as PdfLine];
  const column = [lines[at - 2], before, line, lines[at + 1], lines[at + 2]].filter(
    (other) => other !== undefined && other.cells.length === 0 && Math.abs(other.left - line.left) < 4 * line.size,
  );
  const edge = Math.max(...column.map((other) => other?.right ?? 0));
  const firstWord = line.text.search(/\s|$/u) + 1;
  const width = (firstWord * (line.right - line.left)) / Math.max(1, line.text.length);
  return before.right + width + line.size < edge;
}

/** How many lines from here on are rows of one table; 0 if it is none. */
function tableFrom(lines: readonly PdfLine[], start: number): number {
  const first = lines[start];
  if (!first || first.cells.length < 2) return 0;
  let end = start + 1;
  while (end < lines.length && isRowLike(first, lines[end] as PdfLine)) end++;
  return end - start >= (first.cells.length > 2 ? 2 : 3) ? end - start : 0;
}

function isRowLike(first: PdfLine, line: PdfLine): boolean {
  if (line.cells.length !== first.cells.length) return false;
  if (Math.abs(line.left - first.left) < line.size) return true;
  const aligned = line.cells.filter(({ left }, n) => Math.abs(left - (first.cells[n]?.left ?? 0)) < line.size);
  return aligned.length * 2 >= line.cells.length;
}

/** Lines that run across two columns of prose, as some programs write them, are read column by column. */
export function inColumns(lines: readonly PdfLine[]): readonly PdfLine[] {
  const split = lines.filter(isSplitProse);
  const gutter = split[0]?.cells[1]?.left;
  if (split.length < 8 || gutter === undefined) return lines;
  const sameGutter = split.filter(({ cells, size }) => Math.abs((cells[1]?.left ?? 0) - gutter) < 2 * size);
  if (sameGutter.length < split.length * 0.8) return lines;
  const [first, last] = [lines.indexOf(sameGutter[0] as PdfLine), lines.lastIndexOf(sameGutter.at(-1) as PdfLine)];
  const inside = lines.slice(first, last + 1);
  const half = (n: 0 | 1) => inside.flatMap((line) => toHalf(line, n, gutter));
  return [...lines.slice(0, first), ...half(0), ...half(1), ...lines.slice(last + 1)];
}

const isSplitProse = ({ cells }: PdfLine) =>
  cells.length === 2 && cells.every(({ text }) => text.length >= 20 && text.split(' ').length >= 4);

function toHalf(line: PdfLine, n: 0 | 1, gutter: number): PdfLine[] {
  if (line.cells.length !== 2) return line.left < gutter - line.size === (n === 0) ? [line] : [];
  const [left, right] = line.cells as [{ text: string; left: number }, { text: string; left: number }];
  const { printed: _, ...whole } = line;
  return n === 0
    ? [{ ...whole, text: left.text, right: right.left - line.size, hyphenated: false, cells: [] }]
    : [{ ...whole, text: right.text, left: right.left, cells: [] }];
}

function usualPitch(lines: readonly PdfLine[]): number {
  const steps = lines.flatMap((line, n) => {
    const step = n === 0 ? 0 : (lines[n - 1] as PdfLine).baseline - line.baseline;
    return step > 0.6 * line.size && step < 3 * line.size ? [step] : [];
  });
  steps.sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? (lines[0]?.size ?? 10) * 1.2;
}
