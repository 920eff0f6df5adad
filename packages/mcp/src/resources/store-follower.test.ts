import type { StoreChanges } from '@zapomni/core/ports';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreFollower } from './store-follower.ts';

const WORKSPACE = 'default';

describe('StoreFollower', () => {
  let asked: (string | null)[];
  let next: Partial<StoreChanges> | Error;
  let told: string[];
  let follower: StoreFollower;
  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    next = {};
    told = [];
    follower = new StoreFollower({
      store: {
        async changesByOthers(since) {
          asked.push(since);
          if (next instanceof Error) throw next;
          return { position: String(asked.length), changes: [], complete: true, ...next };
        },
      },
      notify: (uri) => told.push(uri),
    });
  });
  afterEach(() => vi.useRealTimers());
  const second = () => vi.advanceTimersByTimeAsync(1000);

  it('asks nothing while nobody is subscribed', async () => {
    const gone = new AbortController();
    await second();
    expect([asked, vi.getTimerCount()]).toEqual([[], 0]);
    await follower.follow('memory://recent', gone.signal);
    await second();
    expect(asked).toEqual([null, '1']);
    gone.abort();
    expect(vi.getTimerCount()).toBe(0);
    await second();
    await follower.follow('memory://recent', AbortSignal.abort());
    expect([asked.length, vi.getTimerCount()]).toEqual([2, 0]);
  });

  it('goes on until the last subscriber has left, and begins anew with the next', async () => {
    const [one, two, three] = [new AbortController(), new AbortController(), new AbortController()];
    await follower.follow('memory://recent', one.signal);
    await follower.follow('memory://recent', two.signal);
    one.abort();
    await second();
    expect(asked).toEqual([null, '1']);
    two.abort();
    await follower.follow('memory://recent', three.signal);
    expect(asked).toEqual([null, '1', null]);
    expect(vi.getTimerCount()).toBe(1);
    three.abort();
  });

  it('tells each address that is watched once, and no other', async () => {
    const { signal } = new AbortController();
    for (const uri of ['memory://a', 'workspace://default', 'knowledge://recent']) await follower.follow(uri, signal);
    const change = (workspace: string, memoryId: string | null) => ({ workspace, memoryId });
    next = { changes: [change(WORKSPACE, null), change(WORKSPACE, 'b'), change(WORKSPACE, 'a')] };
    await second();
    expect(told.splice(0).toSorted()).toEqual(['knowledge://recent', 'memory://a', 'workspace://default']);
    next = { changes: [change('other', 'x')] };
    await second();
    expect(told.splice(0)).toEqual(['knowledge://recent']);
    next = { complete: false };
    await second();
    expect(told.toSorted()).toEqual(['knowledge://recent', 'memory://a', 'workspace://default']);
  });

  it('asks again from the same place when the store cannot answer', async () => {
    await follower.follow('memory://recent', new AbortController().signal);
    next = new Error('busy');
    await second();
    await second();
    next = { changes: [{ workspace: WORKSPACE, memoryId: null }] };
    await second();
    expect(asked).toEqual([null, '1', '1', '1']);
    expect(told).toEqual(['memory://recent']);
  });
});
