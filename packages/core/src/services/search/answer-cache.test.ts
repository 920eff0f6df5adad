import { createFakeClock } from '@zapomni/testkit/fakes';
import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { AnswerCache } from './answer-cache.ts';

/** A store that only counts its writes. */
function setUp(capacity = 10) {
  let writes = 0;
  let finds = 0;
  const clock = createFakeClock();
  const cache = new AnswerCache<number>({ storage: { version: async () => String(writes) }, clock }, capacity);
  return {
    cache,
    clock,
    write: () => void writes++,
    get: (key: string, { lasts = true, meanwhile = () => {} } = {}) =>
      cache.get(
        key,
        async (open) => {
          await open;
          meanwhile();
          return ++finds;
        },
        () => lasts,
      ),
  };
}

describe('AnswerCache', () => {
  it('gives an answer again while nothing is written, and counts how often', async () => {
    verifies('P034');
    const { cache, get } = setUp();
    expect([await get('a'), await get('a'), await get('b'), await get('a')]).toEqual([1, 1, 2, 1]);
    expect([cache.asked, cache.hits]).toEqual([4, 2]);
  });

  it('looks again after a write, also one that came while it was looking', async () => {
    const { get, write } = setUp();
    await get('a', { meanwhile: write });
    expect(await get('a')).toBe(2);
    write();
    expect(await get('a')).toBe(3);
    expect(await get('a')).toBe(3);
  });

  it('does not keep what does not last, nor failures', async () => {
    const { cache, get } = setUp();
    await get('a', { lasts: false });
    expect(await get('a')).toBe(2);
    const failing = () =>
      cache.get(
        'x',
        () => Promise.reject(new Error('no')),
        () => true,
      );
    await expect(failing()).rejects.toThrow('no');
    await expect(failing()).rejects.toThrow('no');
  });

  it('forgets everything when told to, also what is being found just then', async () => {
    const { cache, get } = setUp();
    await get('a');
    await get('b', { meanwhile: () => cache.forget() });
    expect([await get('a'), await get('b'), await get('a')]).toEqual([3, 4, 3]);
  });

  it('keeps no more than its capacity, the latest used', async () => {
    verifies('D023');
    const { get } = setUp(2);
    await get('a');
    await get('b');
    await get('a');
    await get('c');
    expect(await get('a')).toBe(1);
    expect(await get('b')).toBe(4);
  });

  it('gives none after five minutes, nor when the clock was put back', async () => {
    const { clock, get } = setUp();
    await get('a');
    clock.advance(299_999);
    expect(await get('a')).toBe(1);
    clock.advance(1);
    expect(await get('a')).toBe(2);
    clock.advance(-60_000);
    expect(await get('a')).toBe(3);
  });

  it('keeps nothing when told to', async () => {
    const { get } = setUp(0);
    expect([await get('a'), await get('a')]).toEqual([1, 2]);
  });
});
