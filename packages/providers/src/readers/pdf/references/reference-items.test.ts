import { describe, expect, it } from 'vitest';
import type { PdfLine } from '../pdf-file.ts';
import { referenceItems } from './reference-items.ts';

const line = (text: string, left: number, row: number): PdfLine => ({
  text,
  left,
  right: left + text.length * 5,
  baseline: 700 - row * 12,
  size: 10,
  bold: false,
  hyphenated: false,
  cells: [],
});
const page = (...rows: readonly (readonly [text: string, left: number])[]) =>
  rows.map(([text, left], row) => line(text, left, row));

function itemsOf(...pages: readonly (readonly PdfLine[])[]): string[] {
  const items = Map.groupBy(referenceItems(pages), ([, item]) => item);
  return [...items.values()].map((lines) => lines.map(([{ text }]) => text).join(' | '));
}

describe('items of a list of references', () => {
  it('begin where lines hang out, whatever they begin with, and go on overleaf', () => {
    const first = page(
      ['References', 60],
      ['Mason, A. A word that is long and goes on', 60],
      ['London, 1999. Cited twice.', 72],
      ['Stone, B. Of stones. 2001.', 60],
      ['Wood, C. On wood and what is', 60],
    );
    const next = page(['Made of it. 2004.', 72], ['Young, D. Of youth. 2010.', 60]);
    expect(itemsOf(first, next)).toEqual([
      'Mason, A. A word that is long and goes on | London, 1999. Cited twice.',
      'Stone, B. Of stones. 2001.',
      'Wood, C. On wood and what is | Made of it. 2004.',
      'Young, D. Of youth. 2010.',
    ]);
  });

  it('begin with numbers that count up, not with years, and end above what follows the list', () => {
    const rows = page(
      ['Bibliography', 60],
      ['1. Mason, A. Of masons in', 60],
      ['1999. London.', 60],
      ['2. Stone, B. Of stones. 2001.', 60],
      ['3. Wood, C. Of wood. 2004.', 60],
      ['Appendix A', 60],
      ['What was asked.', 60],
    );
    expect(itemsOf(rows)).toEqual([
      '1. Mason, A. Of masons in | 1999. London.',
      '2. Stone, B. Of stones. 2001.',
      '3. Wood, C. Of wood. 2004.',
    ]);
  });

  it('are none where there is no list', () => {
    expect(itemsOf(page(['A text', 60], ['that cites nothing.', 60], ['It ends.', 60]))).toEqual([]);
  });
});
