import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TopSlots } from './top-slots.ts';

test('what is kept are the highest scores offered, best first, of equals the earlier slots', () => {
  const scores = fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 60 });
  fc.assert(
    fc.property(scores, scores, fc.integer({ min: 0, max: 20 }), (first, second, capacity) => {
      const all = [...first, ...second];
      const best = new TopSlots(capacity);
      best.offerAll(Int32Array.from(first.keys()), Float32Array.from(first));
      const rest = second.map((_, i) => first.length + i);
      best.offerAll(Int32Array.from(rest), Float32Array.from(second));
      const kept = best.sorted();
      const order = [...all.keys()].toSorted((a, b) => (all[b] as number) - (all[a] as number) || a - b);
      expect(kept).toEqual(order.slice(0, capacity).map((slot) => ({ slot, score: all[slot] })));
    }),
  );
});
