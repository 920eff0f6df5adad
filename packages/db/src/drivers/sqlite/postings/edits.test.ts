import { expect, test } from 'vitest';
import { editsBetween } from './edits.ts';

test.each([
  ['same', 'same', 0],
  ['recieve', 'receive', 1],
  ['databse', 'database', 1],
  ['databasee', 'database', 1],
  ['kubernets', 'kubernetes', 1],
  ['kitten', 'sitting', 3],
  ['', 'ab', 2],
])('%s and %s are %i edits apart', (a, b, edits) => {
  expect(editsBetween(a, b, 5)).toBe(edits);
  expect(editsBetween(b, a, 5)).toBe(edits);
});

test('more than the most is told as one more', () => {
  expect(editsBetween('kitten', 'sitting', 2)).toBe(3);
  expect(editsBetween('a', 'abcdefgh', 2)).toBe(3);
});
