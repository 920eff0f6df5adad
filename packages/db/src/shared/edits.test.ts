import { expect, test } from 'vitest';
import fc from 'fast-check';
import { editsBetween, nearTo } from './edits.ts';

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

test('a word is near when its edits are no more than allowed', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', 'A', '日', '\u{20bb7}'), maxLength: 6 });
  fc.assert(
    fc.property(word, word, fc.constantFrom(1, 2), (a, b, most) => {
      expect(nearTo(a, most)(b)).toBe(editsBetween(a, b, most) <= most);
    }),
  );
});
