/** How most of the text of some pages is set. */
import type { Body } from './find-placed-abstract.ts';
import type { PageLine } from './page-blocks.ts';

const LONG_LINE = 35;

export function bodyOf(pages: readonly (readonly PageLine[])[]): Body | null {
  const long = pages.flat().filter(({ text, place }) => place && text.length >= LONG_LINE);
  const letters = new Map<number, number>();
  for (const { text, size = 0 } of long) letters.set(tenths(size), (letters.get(tenths(size)) ?? 0) + text.length);
  const [size, most] = [...letters].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0]);
  if (most === 0) return null;
  const widths = long
    .flatMap((line) => (line.place && tenths(line.size ?? 0) === size ? [line.place.right - line.place.left] : []))
    .toSorted((a, b) => a - b);
  return { size, width: widths[widths.length >> 1] ?? 0 };
}

const tenths = (size: number) => Math.round(size * 10) / 10;
