/** Columns aligned by display width. The last one takes what the line has left and is cut there. */
import { displayWidth, fit, padEnd } from './display-width.ts';
import type { Terminal } from './terminal.ts';

const GAP = '  ';
const LEAST_LAST = 12;
/** Others give way for so much. */
const READABLE_LAST = 16;
const LEAST = 8;

/** Columns that are named as `yielding` take no more than a third of a line, and less before the last one is left with next to nothing. */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { width, paint }: Pick<Terminal, 'width' | 'paint'>,
  yielding: readonly string[] = [],
): string {
  const longest = head
    .slice(0, -1)
    .map((name, i) => Math.max(...[name, ...rows.map((row) => row[i] ?? '')].map(displayWidth)));
  const widths = longest.map((column, i) => (isYielding(i) ? Math.min(column, Math.floor(width / 3)) : column));
  for (const [i, column] of widths.entries()) {
    const lacking = READABLE_LAST - left(widths, width);
    if (lacking > 0 && isYielding(i)) widths[i] = Math.max(Math.min(column, LEAST), column - lacking);
  }
  const last = Math.max(LEAST_LAST, left(widths, width));
  const cell = (column: number, i: number, text = '') => padEnd(isYielding(i) ? fit(text, column) : text, column);
  const line = (cells: readonly string[]) =>
    [...widths.map((column, i) => cell(column, i, cells[i])), fit(cells[widths.length] ?? '', last)]
      .join(GAP)
      .trimEnd();
  return [paint('bold', line(head)), ...rows.map(line)].join('\n');

  function isYielding(i: number): boolean {
    return yielding.includes(head[i] ?? '');
  }
}

function left(widths: readonly number[], width: number): number {
  return width - widths.reduce((sum, column) => sum + column + GAP.length, 0);
}

/** `name   value`, one pair a line. Empty values are left out. */
export function renderPairs(
  pairs: readonly (readonly [name: string, value: string])[],
  { paint }: Pick<Terminal, 'paint'>,
): string {
  const shown = pairs.filter(([, value]) => value !== '');
  const width = Math.max(...shown.map(([name]) => displayWidth(name)));
  return shown.map(([name, value]) => `${paint('dim', padEnd(name, width))}${GAP}${value}`).join('\n');
}
