import { describe, expect, it } from 'vitest';
import { runningLines } from './running-lines.ts';

const BODY = ['Waves come in.', 'They go out again.', 'Nobody counts them.', 'Some day somebody will.'];
const page = (n: number, body = BODY) =>
  [`Journal of Shores ${n} (2020) ${n + 40}–59`, ...body.map((line) => `${line} ${'abcdefgh'[n]}`), `${n}`].join('\n');

const textsOf = (text: string, pages: { start: number }[] = []) =>
  runningLines(text, pages).map(({ start, end }) => text.slice(start, end));

describe('running heads', () => {
  it('are lines at the edges of three pages that differ in figures alone, and their numbers', () => {
    const text = [1, 2, 3, 4].map((n) => page(n)).join('\f');
    expect(textsOf(text)).toEqual([1, 2, 3, 4].flatMap((n) => [`Journal of Shores ${n} (2020) ${n + 40}–59`, `${n}`]));
    const starts = [...text.matchAll(/Journal/g)].map(({ index }) => ({ start: index }));
    expect(textsOf(text.replaceAll('\f', '\n'), starts)).toHaveLength(8);
  });

  it('are none on two pages, in the middle of a page, or where nothing else is said', () => {
    expect(textsOf([1, 2].map((n) => page(n)).join('\f'))).toEqual([]);
    const middle = [1, 2, 3].map((n) =>
      [
        ...BODY.map((line) => `${line} ${'xyz'[n - 1]}${n}q`),
        'As said before.',
        ...BODY.map((line) => `${line} ${'uvw'[n - 1]}q`),
      ].join('\n'),
    );
    expect(textsOf(middle.join('\f'))).toEqual([]);
    expect(textsOf(['Blank page', 'Blank page', 'Blank page'].join('\f'))).toEqual([]);
  });
});
