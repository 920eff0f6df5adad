import { expect, test } from 'vitest';
import { fromSortable, sortable } from './sortable.ts';

const NUMBERS = [-Number.MAX_VALUE, -1e15, -2.5, -1, -1e-9, 0, 1e-9, 0.5, 1, 2, 1_763_370_000_000, 2 ** 53, 1e300];

test('texts are in the order of their numbers, and are read back', () => {
  const texts = NUMBERS.map(sortable);
  expect(texts.toSorted()).toEqual(texts);
  expect(new Set(texts.map((text) => text.length))).toEqual(new Set([16]));
  expect(texts.map(fromSortable)).toEqual(NUMBERS);
  expect(sortable(-0)).toBe(sortable(0));
});
