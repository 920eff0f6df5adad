import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PassageSlots } from './passage-slots.ts';

test('it answers as a map from passages to slots would', () => {
  const passage = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 2 ** 31 - 1 }));
  const change = fc.record({ passage, slot: fc.option(fc.nat(5000)) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const slots = new PassageSlots();
      const model = new Map<number, number>();
      for (const { passage: id, slot } of changes) {
        if (slot === null) {
          slots.delete(id);
          model.delete(id);
        } else {
          slots.set(id, slot);
          model.set(id, slot);
        }
        expect(slots.size).toBe(model.size);
      }
      for (const { passage: id } of changes) expect(slots.get(id)).toBe(model.get(id));
    }),
  );
});

test('a row of passages gets slots in a row, places without a passage none', () => {
  const slots = new PassageSlots();
  slots.setRow(Uint32Array.of(7, 0, 2000), 1024);
  expect([7, 0, 2000, 8].map((passage) => slots.get(passage))).toEqual([1024, undefined, 1026, undefined]);
  expect(slots.size).toBe(2);
});
