/**
 * Running heads and feet in a text that has pages: lines at the top or the bottom of three pages and more that are the same but for their
 * figures, and the numbers of pages. They are about the journal and not in the paper, and no search is to answer with them.
 */

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Lines from the edge inwards that may be one. */
const EDGE = 2;
const PAGES = 3;
const LONGEST = 200;
const PAGE_NUMBER = /^[\s\p{P}]*(?:p(?:age|\.)?\s*)?(?:\d{1,5}|[ivxlc]{1,7})(?:\s*(?:of|\/)\s*\d{1,5})?[\s\p{P}]*$/iu;

/** `pages`: where each begins; where nothing is said of pages, what a printer's page break divides. */
export function runningLines(text: string, pages: readonly { readonly start: number }[]): Span[] {
  const starts = pages.length > 0 ? pages.map(({ start }) => start) : breaksIn(text);
  if (starts.length < PAGES) return [];
  const edges = starts.map((start, i) => edgeLines(text, start, starts[i + 1] ?? text.length));
  const seen = new Map<string, number>();
  for (const lines of edges)
    for (const key of new Set(lines.map(({ key: one }) => one))) seen.set(key, (seen.get(key) ?? 0) + 1);
  return edges
    .flat()
    .filter(({ key }) => (seen.get(key) ?? 0) >= PAGES)
    .map(({ start, end }) => ({ start, end }));
}

function breaksIn(text: string): number[] {
  return [0, ...[...text.matchAll(/\f/g)].map(({ index }) => index + 1)];
}

/** The first and the last lines of a page that say something. A page of so few lines says nothing else, and keeps them. */
function edgeLines(text: string, from: number, to: number): (Span & { readonly key: string })[] {
  const lines = [...text.slice(from, to).matchAll(/[^\n\r\f]*\S[^\n\r\f]*/g)].map(({ index, 0: line }) => ({
    start: from + index,
    end: from + index + line.length,
    line,
  }));
  if (lines.length <= EDGE) return [];
  const [top, bottom] = [lines.slice(0, EDGE), lines.slice(Math.max(EDGE, lines.length - EDGE))];
  return [...top, ...bottom]
    .filter(({ line }) => line.length <= LONGEST)
    .map(({ start, end, line }) => ({ start, end, key: keyOf(line) }))
    .filter(({ key }) => key !== '');
}

function keyOf(line: string): string {
  if (PAGE_NUMBER.test(line)) return '#';
  const words = line
    .toLowerCase()
    .replaceAll(/\d+/g, '')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
  return words.length < 3 ? '' : words;
}
