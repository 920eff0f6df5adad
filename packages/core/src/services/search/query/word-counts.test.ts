import { describe, expect, it } from 'vitest';
import { WordCounts } from './word-counts.ts';

/** Counts letters, and notes what it was asked. */
function setUp() {
  const asked: string[][] = [];
  const counts = new WordCounts({
    frequencies: async (terms) => {
      asked.push([...terms]);
      return { passages: 9, counts: terms.map((term) => term.length) };
    },
  });
  return { asked, counts };
}

describe('WordCounts', () => {
  it('asks for each term once, and answers in the order asked', async () => {
    const { asked, counts } = setUp();
    expect(await counts.of(['one', 'three', 'one'], 'w')).toEqual({ passages: 9, counts: [3, 5, 3] });
    expect(await counts.of(['three', 'seven', 'one'], 'w')).toEqual({ passages: 9, counts: [5, 5, 3] });
    expect(await counts.of(['three'], 'w')).toEqual({ passages: 9, counts: [5] });
    expect(asked).toEqual([['one', 'three'], ['seven']]);
  });

  it('keeps workspaces apart', async () => {
    const { asked, counts } = setUp();
    await counts.of(['one'], 'w');
    await counts.of(['one'], 'v');
    expect(asked).toEqual([['one'], ['one']]);
  });

  it('takes over what it is told, and still learns how many passages there are', async () => {
    const { asked, counts } = setUp();
    counts.learn('w', [{ term: 'one', passages: 7 }]);
    expect(await counts.of(['one'], 'w')).toEqual({ passages: 9, counts: [7] });
    expect(asked).toEqual([[]]);
    expect(await counts.of([], 'v')).toEqual({ passages: 9, counts: [] });
  });
});
