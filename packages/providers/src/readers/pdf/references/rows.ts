/** Lines as rows across a column: what stands beside each other at one height is one row, such as a number and what it counts, or a raised letter. */
import type { PdfLine } from '../pdf-file.ts';

export interface Row {
  readonly lines: readonly PdfLine[];
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  readonly bold: boolean;
  readonly hyphenated: boolean;
  readonly page: number;
  /** Counts the columns of the whole file: where the next row stands higher, another one begins. */
  readonly column: number;
}

/** In sizes of the font. */
const SAME_HEIGHT = 0.5;
const NEAR = 2.5;

/** `pages`: the lines of each in the order of reading. */
export function toRows(pages: readonly (readonly PdfLine[])[]): Row[] {
  const rows: Row[] = [];
  let column = 0;
  for (const [page, lines] of pages.entries()) {
    column++;
    for (const beside of besideEachOther(lines)) {
      const [before, first] = [rows.at(-1), beside[0] as PdfLine];
      if (before?.page === page && first.baseline > before.baseline + SAME_HEIGHT * first.size) column++;
      rows.push(toRow(beside, page, column));
    }
  }
  return rows;
}

function besideEachOther(lines: readonly PdfLine[]): PdfLine[][] {
  const groups: PdfLine[][] = [];
  for (const line of lines) {
    const open = groups.at(-1);
    const before = open?.at(-1);
    if (open && before && isBeside(before, line)) open.push(line);
    else groups.push([line]);
  }
  return groups;
}

function isBeside(before: PdfLine, line: PdfLine): boolean {
  const size = Math.max(before.size, line.size);
  const gap = line.left - before.right;
  return Math.abs(before.baseline - line.baseline) < SAME_HEIGHT * size && gap > -0.5 * size && gap < NEAR * size;
}

function toRow(lines: readonly PdfLine[], page: number, column: number): Row {
  const longest = lines.reduce((best, line) => (line.text.length > best.text.length ? line : best));
  const [first, last] = [lines[0] as PdfLine, lines.at(-1) as PdfLine];
  const { size, bold, baseline } = longest;
  const text = lines.map((line) => line.text).join(' ');
  return {
    lines,
    text,
    left: first.left,
    right: last.right,
    baseline,
    size,
    bold,
    hyphenated: last.hyphenated,
    page,
    column,
  };
}
