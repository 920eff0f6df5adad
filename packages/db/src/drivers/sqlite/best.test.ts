import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Best } from './best.ts';

test('what is kept are the highest scores offered, best first', () => {
  const scores = fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 60 });
  fc.assert(
    fc.property(scores, scores, fc.integer({ min: 0, max: 20 }), (first, second, capacity) => {
      const all = [...first, ...second];
      const best = new Best(capacity);
      best.offerAll(Int32Array.from(first.keys()), Float32Array.from(first));
      const rest = second.map((_, i) => first.length + i);
      best.offerAll(Int32Array.from(rest), Float32Array.from(second));
      const kept = best.ranked();
      expect(kept.map(({ score }) => score)).toEqual(all.toSorted((a, b) => b - a).slice(0, capacity));
      for (const { slot, score } of kept) expect(all[slot]).toBe(score);
    }),
  );
});
