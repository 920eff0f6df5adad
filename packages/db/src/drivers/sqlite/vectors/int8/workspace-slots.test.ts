import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { WorkspaceSlots } from './workspace-slots.ts';

const LISTS = 4;

test('lists and the rest are the slots of the owner, each once', () => {
  const slot = fc.record({ owner: fc.constantFrom(0, 1, -1, 2), list: fc.nat(LISTS) });
  fc.assert(
    fc.property(fc.array(slot, { maxLength: 80 }), fc.boolean(), fc.nat(5), (slots, superseded, added) => {
      const from = {
        used: slots.length,
        ownerAt: Int32Array.from(slots, ({ owner }) => owner),
        listAt: Uint16Array.from(slots, ({ list }) => list),
      };
      const scope = new WorkspaceSlots(from, 1, superseded, LISTS);
      for (let i = 0; i < added; i++) scope.add(1000 + i);
      const wanted = [...slots.keys()].filter((at) => {
        const owner = slots[at]?.owner;
        return owner === 1 || (superseded && owner === -1);
      });
      const fresh = Array.from({ length: added }, (_, i) => 1000 + i);
      for (let list = 0; list < LISTS; list++) {
        expect([...scope.list(list)]).toEqual(wanted.filter((at) => slots[at]?.list === list + 1));
      }
      expect([...scope.unlisted()]).toEqual([...wanted.filter((at) => slots[at]?.list === 0), ...fresh]);
      expect([...scope.all()].toSorted((a, b) => a - b)).toEqual([...wanted, ...fresh]);
      expect(scope.size).toBe(wanted.length + added);
    }),
  );
});
