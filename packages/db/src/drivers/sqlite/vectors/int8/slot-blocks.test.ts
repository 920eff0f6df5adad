import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SlotBlocks } from './slot-blocks.ts';
import { BLOCK_SLOTS } from './int8-memory.ts';
import { makeHeads } from '../segments/segment.ts';

const step = fc.oneof(
  fc.record({ take: fc.integer({ min: 1, max: 1500 }) }),
  fc.record({ fill: fc.integer({ min: 1, max: BLOCK_SLOTS }) }),
  fc.record({ release: fc.integer({ min: 1, max: 3000 }), from: fc.nat() }),
);

/** Heads of which every third place is empty. */
function gappy(count: number) {
  const heads = makeHeads(count);
  for (let at = 0; at < count; at++) if (at % 3 !== 1) heads.owners[at] = heads.passages[at] = 1;
  return heads;
}

test('no slot is given out twice, and what is given back is used again', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const blocks = new SlotBlocks();
      const taken: number[] = [];
      let most = 0;
      for (const one of steps) {
        if ('take' in one) takeSlots(blocks, taken, one.take);
        else if ('fill' in one) fillBlock(blocks, taken, one.fill);
        else for (const slot of taken.splice(one.from % (taken.length + 1), one.release)) blocks.release(slot);
        most = Math.max(most, taken.length);
      }
      expect(new Set(taken).size).toBe(taken.length);
      expect(taken.every((slot) => blocks.ownerAt[slot] === 1)).toBe(true);
      for (const slot of taken) blocks.release(slot);
      expect(blocks.ownerAt.every((owner) => owner === 0)).toBe(true);
      takeSlots(blocks, [], blocks.used);
      const { used } = blocks;
      expect(used).toBeLessThanOrEqual((Math.ceil(most / BLOCK_SLOTS) + 2 * steps.length + 1) * BLOCK_SLOTS);
    }),
    { numRuns: 40 },
  );
});

function takeSlots(blocks: SlotBlocks, taken: number[], count: number): void {
  for (let i = 0; i < count; i++) {
    const slot = blocks.takeSlot();
    expect(blocks.ownerAt[slot]).toBe(0);
    blocks.ownerAt[slot] = 1;
    taken.push(slot);
  }
}

function fillBlock(blocks: SlotBlocks, taken: number[], count: number): void {
  const block = blocks.takeBlock();
  const first = block * BLOCK_SLOTS;
  expect(blocks.ownerAt.subarray(first, first + BLOCK_SLOTS).every((owner) => owner === 0)).toBe(true);
  const heads = gappy(count);
  blocks.fill(block, heads);
  for (const [at, owner] of heads.owners.entries()) if (owner !== 0) taken.push(first + at);
}

test('blocks that were given back whole are used before memory grows', () => {
  const blocks = new SlotBlocks();
  const taken: number[] = [];
  takeSlots(blocks, taken, 5 * BLOCK_SLOTS);
  const { used } = blocks;
  for (const slot of taken.splice(0, 3 * BLOCK_SLOTS)) blocks.release(slot);
  for (let i = 0; i < 3; i++) fillBlock(blocks, taken, BLOCK_SLOTS);
  expect(blocks.used).toBe(used);
});
