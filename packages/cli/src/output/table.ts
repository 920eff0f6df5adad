/** Columns aligned by display width. The last one takes what the line has left and is cut there. */
import { displayWidth, fit, padEnd } from './display-width.ts';
import type { Terminal } from './terminal.ts';

const GAP = '  ';
const LEAST_LAST = 16;

export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { width, paint }: Pick<Terminal, 'width' | 'paint'>,
): string {
  const widths = head
    .slice(0, -1)
    .map((name, i) => Math.max(...[name, ...rows.map((row) => row[i] ?? '')].map(displayWidth)));
  const used = widths.reduce((sum, column) => sum + column + GAP.length, 0);
  const last = Math.max(LEAST_LAST, width - used);
  const line = (cells: readonly string[]) =>
    [...widths.map((column, i) => padEnd(cells[i] ?? '', column)), fit(cells[widths.length] ?? '', last)]
      .join(GAP)
      .trimEnd();
  return [paint('bold', line(head)), ...rows.map(line)].join('\n');
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
