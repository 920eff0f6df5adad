/**
 * Running heads, feet and page numbers: what stands at the top or the bottom of page after page, in the same place and the
 * numbers aside in the same words, is about the book and not in it. A page that says nothing else keeps it.
 */
import type { PdfLine, PdfPage } from './pdf-file.ts';

/** Heights from the edge inwards at which one may stand, each with all that stands there: a title in the middle, a number outside. */
const EDGE = 2;
const PAGES = 3;
/** Points within which lines of different pages stand in the same place. */
const HEIGHT = 6;

export function withoutRunningHeads(pages: readonly PdfPage[]): PdfPage[] {
  const edges = pages.map(({ lines }) => edgeLines(lines));
  const seen = new Map<string, number>();
  for (const lines of edges) {
    for (const key of new Set([...lines].map(toKey))) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  return pages.map((page, n) => {
    const lines = page.lines.filter((line) => !edges[n]?.has(line) || !isRunning(line, page, seen));
    return lines.length > 0 ? { ...page, lines } : page;
  });
}

function isRunning(line: PdfLine, page: PdfPage, seen: ReadonlyMap<string, number>): boolean {
  if ((seen.get(toKey(line)) ?? 0) >= PAGES) return true;
  // The number of the page needs no others to be known as such.
  return line.text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase() === page.label.toLowerCase() && page.lines.length > 1;
}

function edgeLines(lines: readonly PdfLine[]): Set<PdfLine> {
  const heights = [...new Set(lines.map(heightOf))].toSorted((a, b) => b - a);
  const edges = new Set([...heights.slice(0, EDGE), ...heights.slice(-EDGE)]);
  return new Set(lines.filter((line) => edges.has(heightOf(line))));
}

const heightOf = ({ baseline }: Pick<PdfLine, 'baseline'>) => Math.round(baseline / HEIGHT);

function toKey({ text, baseline }: PdfLine): string {
  const bare = text.toLowerCase().replace(/\d+/gu, '').replace(/\s+/gu, ' ').trim();
  const words = /^[ivxlc]+$/u.test(bare) || /^[^\p{L}]*$/u.test(bare) ? '' : bare;
  return `${heightOf({ baseline })} ${words}`;
}
