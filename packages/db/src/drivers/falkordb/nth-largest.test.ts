import { seeded } from '@zapomni/testkit/seeded';
import { expect, test } from 'vitest';
import { nthLargest } from './nth-largest.ts';

test('the nth largest is the one that sorting finds, also among equal ones', () => {
  const random = seeded(5);
  for (let size = 1; size < 60; size++) {
    const values = Array.from({ length: size }, () => Math.floor(random() * 40));
    const sorted = values.toSorted((a, b) => b - a);
    for (let nth = 1; nth <= size; nth++) expect(nthLargest(values, nth)).toBe(sorted[nth - 1]);
  }
});
