import { describe, expect, it } from 'vitest';
import { partsOf } from './parts.ts';

const tree = (...paths: readonly string[]) => paths.toSorted().map((path) => ({ path, bytes: 100 }));
const many = (folder: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${folder}/${String(i).padStart(3, '0')}.py`);
const named = (files: readonly { path: string }[], parts: readonly number[][]) =>
  parts.map((part) => part.map((place) => files[place]?.path ?? ''));

describe('parts of a repository', () => {
  it('are one while it is small enough', () => {
    const files = tree(...many('a', 30), ...many('b', 30));
    expect(partsOf(files, { mostFiles: 60, mostBytes: 6000 })).toEqual([[...files.keys()]]);
    expect(partsOf([])).toEqual([[]]);
  });

  it.each([
    ['too many files', { mostFiles: 59, mostBytes: 1e9 }],
    ['too long ones', { mostFiles: 1e9, mostBytes: 7000 }],
  ])('keep folders whole and have every file once: %s', (_, limits) => {
    const files = tree(...many('a', 14), ...many('b/c', 10), ...many('b/d', 6), ...many('e', 40), 'top.py');
    const parts = partsOf(files, limits);
    expect(parts.flat().toSorted((a, b) => a - b)).toEqual([...files.keys()]);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(16);
    const partOf = new Map(named(files, parts).flatMap((part, i) => part.map((path) => [path, i])));
    for (const folder of ['a', 'b/c', 'b/d'])
      expect(
        new Set(files.filter(({ path }) => path.startsWith(`${folder}/`)).map(({ path }) => partOf.get(path))).size,
      ).toBe(1);
    expect(partOf.get('b/c/000.py')).toBe(partOf.get('b/d/000.py'));
  });

  it('stay what they are when files say other things of about the same length', () => {
    const files = tree(...many('a', 40), ...many('b', 40));
    const limits = { mostFiles: 50, mostBytes: 1e9 };
    const edited = files.map(({ path }, i) => ({ path, bytes: 90 + (i % 21) }));
    expect(partsOf(edited, limits)).toEqual(partsOf(files, limits));
  });
});
