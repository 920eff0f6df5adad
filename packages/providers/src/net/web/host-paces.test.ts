import { createFakeClock } from '@zapomni/testkit/fakes';
import { describe, expect, it } from 'vitest';
import { HostPaces } from './host-paces.ts';

describe('the pace of hosts', () => {
  it('that was asked for is kept, however many other hosts come after', async () => {
    const clock = createFakeClock();
    const waited: number[] = [];
    const pause = async (ms: number) => {
      waited.push(ms);
      clock.advance(ms);
    };
    const paces = new HostPaces({ clock, pause, pace: { minIntervalMs: 0, concurrency: 1 } });
    const { signal } = new AbortController();
    const visit = async (host: string, minIntervalMs = 0) => (await paces.enter(host, { minIntervalMs }, signal))();
    await visit('slow.test', 3000);
    clock.advance(10_000);
    for (let i = 0; i < 2500; i++) await visit(`${i}.test`);
    await visit('slow.test');
    await visit('slow.test');
    expect(waited).toEqual([3000]);
  });

  it('gives slots in turn, and fewer when fewer are wanted', async () => {
    const pace = { minIntervalMs: 0, concurrency: 2 };
    const paces = new HostPaces({ clock: createFakeClock(), pause: async () => undefined, pace });
    const { signal } = new AbortController();
    const began: string[] = [];
    const enter = async (name: string, concurrency = 2) => {
      const leave = await paces.enter('a.test', { concurrency }, signal);
      began.push(name);
      return leave;
    };
    const leaves = [await enter('one'), await enter('two')];
    const [three, four] = [enter('three'), enter('four', 1)];
    leaves[0]?.();
    leaves[1]?.();
    (await three)();
    (await four)();
    expect(began).toEqual(['one', 'two', 'three', 'four']);
  });
});
