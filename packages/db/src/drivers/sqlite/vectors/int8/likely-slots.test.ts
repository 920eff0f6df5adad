import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LikelySlots } from './likely-slots.ts';

const slot = fc.record({ truth: fc.integer({ min: 0, max: 100 }), error: fc.double({ min: -1, max: 1, noNaN: true }) });

test('the best are among those gathered, however scores err within their doubt', () => {
  const likely = new LikelySlots();
  fc.assert(
    fc.property(fc.array(slot, { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (slots, k) => {
      likely.begin(k);
      for (const [i, { truth, error }] of slots.entries()) {
        // Errors of half the doubt: two of them are as much as it allows.
        const highest = truth + error * 2 + 4;
        if (highest > likely.bar) likely.offer(i, highest, 4);
      }
      const best = slots.map(({ truth }) => truth).toSorted((a, b) => b - a)[k - 1] ?? -Infinity;
      const found = new Set(likely.from(best, 1));
      for (const [i, { truth }] of slots.entries()) if (truth >= best) expect(found.has(i)).toBe(true);
    }),
  );
});

test('a share of the doubt tells apart what the whole does not', () => {
  const likely = new LikelySlots();
  likely.begin(1);
  likely.offer(1, 14, 4);
  likely.offer(2, 12, 4);
  expect(likely.bar).toBe(10);
  expect([...likely.from(10, 1)]).toEqual([1, 2]);
  expect([...likely.from(10, 0.25)]).toEqual([1]);
});
