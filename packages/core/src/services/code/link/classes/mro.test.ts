import { expect, test } from 'vitest';
import { linearize } from './mro.ts';

/** Classes by number, with their bases. */
function orderOf(one: number, bases: Readonly<Record<number, readonly number[]>>): number[] {
  const own = bases[one] ?? [];
  return linearize(
    one,
    own,
    own.map((base) => orderOf(base, bases)),
  );
}

test('a diamond asks each class once, and what two share after both', () => {
  expect(orderOf(4, { 4: [2, 3], 2: [1], 3: [1] })).toEqual([4, 2, 3, 1]);
});

test('the order in which bases are written is kept through the whole tree', () => {
  // The example of the method resolution order of Python 2.3.
  expect(orderOf(7, { 7: [6, 5], 6: [4, 2], 5: [3, 4], 4: [1], 2: [1], 3: [1] })).toEqual([7, 6, 5, 3, 4, 2, 1]);
});

test('bases that contradict each other still give an order', () => {
  expect(orderOf(5, { 5: [3, 4], 3: [1, 2], 4: [2, 1] })).toEqual([5, 3, 1, 2, 4]);
});
