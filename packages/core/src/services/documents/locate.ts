/** Where in a document something is, as people say it: `report.pdf p. 12 › 3.2 Methods`. */
import type { Structure } from './flatten.ts';

export interface Locator {
  /** What it is called, and what kind of page it is; null where there are none. */
  readonly page: { readonly kind: string; readonly label: string } | null;
  /** From the highest heading to the one it stands under. */
  readonly headings: readonly string[];
  /** Of the file, from 1; null where that is not known. */
  readonly line: number | null;
  /** It is what is said of a figure or a table, and not in the running text. */
  readonly isCaption: boolean;
}

/** `text` is that of the document: lines are counted in it. */
export function locate(structure: Structure, offset: number, text?: string): Locator {
  const page = lastBefore(structure.pages, offset);
  return {
    page: page && page.label !== '' ? { kind: structure.pageKind ?? 'page', label: page.label } : null,
    headings: headingsAt(structure.sections, offset),
    line: text === undefined ? null : lineAt(structure.lines, offset, text),
    isCaption: structure.blocks.some(({ kind, start, end }) => kind === 'caption' && start <= offset && offset < end),
  };
}

export function cite({ name, title }: { name: string; title: string | null }, locator: Locator): string {
  const page = locator.page === null ? '' : ` ${pageWords(locator.page)}`;
  // The title of the whole says nothing of where in it.
  const headings = locator.headings.filter((heading, i) => i > 0 || (heading !== title && heading !== name));
  const path = headings.filter((heading) => heading !== locator.page?.label).map((heading) => ` › ${heading}`);
  const line = page === '' && path.length === 0 && locator.line !== null ? ` line ${locator.line}` : '';
  return `${name}${page}${path.join('')}${line}${locator.isCaption ? ', caption' : ''}`;
}

function pageWords({ kind, label }: { kind: string; label: string }): string {
  return kind === 'page' ? `p. ${label}` : `${kind} ${label}`;
}

function headingsAt(sections: Structure['sections'], offset: number): string[] {
  const open: { title: string; level: number }[] = [];
  for (const { title, level, start } of sections) {
    if (start > offset) break;
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    open.push({ title, level });
  }
  return open.map(({ title }) => title);
}

function lineAt(lines: Structure['lines'], offset: number, text: string): number | null {
  const known = lastBefore(lines, offset);
  if (!known) return null;
  let { line } = known;
  for (let at = text.indexOf('\n', known.start); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** The last one that begins at the offset or before it; they are in order. */
function lastBefore<Item extends { readonly start: number }>(items: readonly Item[], offset: number): Item | null {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return items[low - 1] ?? null;
}
