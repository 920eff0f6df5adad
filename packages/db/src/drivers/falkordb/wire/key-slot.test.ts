import { expect, test } from 'vitest';
import { slotOf } from './key-slot.ts';

// The first is the check value of the specification; the others are what `CLUSTER KEYSLOT` answers.
test.each([
  ['123456789', 12_739],
  ['foo', 12_182],
  ['{user1000}.following', 3443],
  ['user1000', 3443],
  ['foo{}{bar}', 8363],
  ['foo{{bar}}zap', 4015],
])('%s lies in slot %i', (key, slot) => expect(slotOf(key)).toBe(slot));
