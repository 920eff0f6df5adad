import { expect, test } from 'vitest';
import { chooseSources } from './merge-plan.ts';

/** Sizes of segments after packs of 4096, each followed by the merges that are due. */
function grow(packs: number): { sizes: number[]; rewritten: number } {
  let sizes: number[] = [];
  let rewritten = 0;
  for (let pack = 0; pack < packs; pack++) {
    sizes.push(4096);
    for (;;) {
      const segments = sizes.map((passages, id) => ({ passages, id }));
      const chosen = chooseSources(segments, 8);
      const [first] = chosen;
      if (!first) break;
      const merged = chosen.reduce((sum, { passages }) => sum + passages, 0);
      rewritten += merged;
      sizes = sizes.toSpliced(first.id, chosen.length, merged);
    }
  }
  return { sizes, rewritten };
}

test('a million passages lie in few segments, and none was rewritten often', () => {
  const { sizes, rewritten } = grow(250);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(250 * 4096);
  expect(sizes.length).toBeLessThanOrEqual(21);
  expect(rewritten / (250 * 4096)).toBeLessThan(3);
});

test('segments are merged only with their neighbours', () => {
  const small = { passages: 10, id: 1 };
  const large = { passages: 1_000_000, id: 2 };
  expect(chooseSources([small, large, small, large, small], 3)).toEqual([]);
  expect(chooseSources([large, small, small, small, large], 3)).toEqual([small, small, small]);
});
