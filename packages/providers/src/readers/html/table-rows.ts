/** The cells of a table that holds data; null for one that only lays out a page. */
import type { DomElement } from './dom.ts';

/** Blocks that a cell of data does not have. */
const LAYOUT = 'table, h1, h2, h3, h4, h5, h6, pre, blockquote, article, section, form, ul ul';
const WIDEST = 200;

export function tableRows(table: DomElement): string[][] | null {
  if (table.getAttribute('role') === 'presentation' || table.querySelector(LAYOUT)) return null;
  const rows = [...table.querySelectorAll('tr')].map(cellsOf).filter((row) => row.some((cell) => cell !== ''));
  const width = Math.max(0, ...rows.map((row) => row.length));
  return rows.length >= 2 && width >= 2 && width <= WIDEST ? rows : null;
}

/** A cell that spans columns leaves the others empty, so that what stands below stays below. */
function cellsOf(row: DomElement): string[] {
  return [...row.children]
    .filter(({ localName }) => localName === 'td' || localName === 'th')
    .flatMap((cell) => {
      const span = Math.min(WIDEST, Number.parseInt(cell.getAttribute('colspan') ?? '', 10) || 1);
      return [cellText(cell), ...Array.from({ length: Math.max(0, span - 1) }, () => '')];
    });
}

function cellText(cell: DomElement): string {
  for (const unseen of cell.querySelectorAll('script, style, template, noscript')) unseen.remove();
  for (const end of cell.querySelectorAll('br, p, li, div')) end.append(' ');
  return (cell.textContent ?? '').replace(/\s+/gu, ' ').trim();
}
