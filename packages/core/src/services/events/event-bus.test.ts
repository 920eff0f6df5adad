import { createRecordingLogger } from '@zapomni/testkit/fakes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeKind, StoreChange } from '../../model/index.ts';
import type { StoreChanges } from '../../ports/index.ts';
import type { AppEvent } from './app-event.ts';
import { EventBus } from './event-bus.ts';

const CALL = { cause: 'call', by: 'a tool' } as const;

function change(id: string, kind: ChangeKind = 'memory.added', workspace: string | null = 'default'): StoreChange {
  return { kind, workspace, ids: [id] };
}

function idOf(event: AppEvent): string {
  return event.kind === 'overflow' ? 'overflow' : event.ids.join();
}

describe('EventBus', () => {
  let asked: (string | null)[];
  let trouble: Error | undefined;
  let answer: (found: StoreChanges) => void;
  let bus: EventBus;
  let logger: ReturnType<typeof createRecordingLogger>;
  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    trouble = undefined;
    logger = createRecordingLogger();
    const ask = async (position: string | null): Promise<StoreChanges> => {
      asked.push(position);
      if (trouble) throw trouble;
      return { position: String(asked.length), changes: [], complete: true };
    };
    const next = async (position: string, signal: AbortSignal): Promise<StoreChanges> => {
      await ask(position);
      const { promise, resolve, reject } = Promise.withResolvers<StoreChanges>();
      answer = resolve;
      signal.addEventListener('abort', () => reject(new Error('nobody waits any more')));
      return promise;
    };
    bus = new EventBus({ logger, changes: { since: ask, next } });
  });
  afterEach(() => {
    bus.close();
    vi.useRealTimers();
  });
  const second = () => vi.advanceTimersByTimeAsync(1000);
  /** Answers whoever waits for what others do, or begins to within a second. */
  const happens = async (found: Partial<StoreChanges>) => {
    await second();
    answer({ position: String(asked.length), changes: [], complete: true, ...found });
    await vi.advanceTimersByTimeAsync(0);
  };
  const publish = (...ids: string[]) =>
    bus.publish(
      ids.map((id) => change(id)),
      CALL,
    );
  const listen = (filter = {}) => {
    const heard: string[] = [];
    return { heard, subscription: bus.subscribe((event) => void heard.push(idOf(event)), filter) };
  };

  it('tells every listener what happened, who did it, in order and at once', () => {
    const events: AppEvent[] = [];
    bus.subscribe((event) => void events.push(event));
    const { heard } = listen();
    publish('a', 'b');
    bus.publish([change('c', 'memory.extracted')], { cause: 'background', by: 'graph' });
    expect(heard).toEqual(['a', 'b', 'c']);
    expect(events.slice(1)).toEqual([
      { ...change('b'), cause: 'call', by: 'a tool' },
      { ...change('c', 'memory.extracted'), cause: 'background', by: 'graph' },
    ]);
  });

  it('tells a listener only of the kinds and the workspace it asked for, and of what may concern any', () => {
    const kinds = listen({ kinds: ['memory.removed', 'work.changed'] });
    const workspace = listen({ workspace: 'lab' });
    const changes = [change('a'), change('b', 'memory.removed', 'lab'), change('c', 'work.changed', null)];
    bus.publish(changes, CALL);
    expect([kinds.heard, workspace.heard]).toEqual([
      ['b', 'c'],
      ['b', 'c'],
    ]);
  });

  it('is harmed by no listener that throws or rejects, and logs it', async () => {
    bus.subscribe(() => {
      throw new Error('mine');
    });
    bus.subscribe(() => Promise.reject(new Error('later')));
    const { heard } = listen();
    publish('a', 'b');
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual(['a', 'b']);
    expect(logger.of('event_listener_failed')).toHaveLength(4);
  });

  it('tells nothing after a listener has left, not even what waited for it', async () => {
    const { heard, subscription } = listen();
    const slow: string[] = [];
    const leaving = bus.subscribe(async (event) => {
      slow.push(idOf(event));
      leaving.close();
    });
    publish('a', 'b');
    subscription.close();
    subscription.close();
    publish('c');
    await vi.advanceTimersByTimeAsync(0);
    expect([heard, slow]).toEqual([['a', 'b'], ['a']]);
  });

  it('keeps the order for one that answers later, and for one that causes events itself', async () => {
    bus.subscribe((event) => idOf(event) === 'a' && publish('because of a'));
    const slow: string[] = [];
    bus.subscribe(async (event) => {
      await Promise.resolve();
      slow.push(idOf(event));
    });
    const { heard } = listen();
    publish('a', 'b');
    await vi.advanceTimersByTimeAsync(0);
    expect([heard, slow]).toEqual([
      ['a', 'b', 'because of a'],
      ['a', 'b', 'because of a'],
    ]);
  });

  it('puts an overflow in the place of what a slow listener missed, and goes on', async () => {
    const gate = Promise.withResolvers<void>();
    const heard: string[] = [];
    bus.subscribe(
      async (event) => {
        heard.push(idOf(event));
        await gate.promise;
      },
      { capacity: 2 },
    );
    const quick = listen({ capacity: 2 });
    publish('a', 'b', 'c', 'd', 'e');
    gate.resolve();
    await vi.advanceTimersByTimeAsync(0);
    publish('f');
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual(['a', 'overflow', 'e', 'f']);
    expect(quick.heard).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('asks the store for what others do only while somebody wants to hear it', async () => {
    await second();
    listen({ others: false });
    await second();
    expect([asked, vi.getTimerCount()]).toEqual([[], 0]);
    const one = listen();
    const two = listen();
    await Promise.all([one.subscription.ready, two.subscription.ready]);
    one.subscription.close();
    await second();
    expect(asked).toEqual([null, '1']);
    two.subscription.close();
    expect(vi.getTimerCount()).toBe(0);
    await listen().subscription.ready;
    expect(asked).toEqual([null, '1', null]);
  });

  it('tells what others did, in order, and that something was missed', async () => {
    const events: AppEvent[] = [];
    await bus.subscribe((event) => void events.push(event), { kinds: ['memory.changed'] }).ready;
    const own = listen({ others: false });
    await happens({ changes: [change('a', 'memory.changed'), change('b'), change('c', 'memory.changed')] });
    const other = { cause: 'other process', by: null };
    const told = ['a', 'c'].map((id) => ({ ...change(id, 'memory.changed'), ...other }));
    expect(events.splice(0)).toEqual(told);
    await happens({ complete: false });
    expect(events).toEqual([{ kind: 'overflow' }]);
    expect(own.heard).toEqual([]);
  });

  it('does not ask while it waits, and asks in portions while much happens', async () => {
    const { heard, subscription } = listen();
    await subscription.ready;
    await vi.advanceTimersByTimeAsync(600_000);
    expect([asked, vi.getTimerCount()]).toEqual([[null, '1'], 0]);
    await happens({ changes: [change('a')] });
    await vi.advanceTimersByTimeAsync(49);
    expect(asked).toHaveLength(2);
    await happens({ changes: [change('b')] });
    expect([asked, heard]).toEqual([
      [null, '1', '2'],
      ['a', 'b'],
    ]);
  });

  it('asks again from the same place when the store cannot answer', async () => {
    const { heard, subscription } = listen();
    await subscription.ready;
    trouble = new Error('busy');
    await second();
    await second();
    trouble = undefined;
    await happens({ changes: [change('a')] });
    expect(asked).toEqual([null, '1', '1', '1']);
    expect(heard).toEqual(['a']);
  });

  it('says that something may be missed when the store could not be asked at the beginning', async () => {
    trouble = new Error('busy');
    const { heard, subscription } = listen();
    await subscription.ready;
    trouble = undefined;
    await second();
    await second();
    expect([asked, heard]).toEqual([[null, null, '2'], ['overflow']]);
  });

  it('can be looped over, and the loop left', async () => {
    const stream = bus.stream({ kinds: ['memory.added'] });
    await stream.ready;
    publish('a', 'b');
    const heard: string[] = [];
    setTimeout(() => publish('c'), 500);
    const loop = (async () => {
      for await (const event of stream) if (heard.push(idOf(event)) === 3) break;
    })();
    await second();
    await loop;
    expect(heard).toEqual(['a', 'b', 'c']);
    expect([bus.isHeard, vi.getTimerCount()]).toEqual([false, 0]);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it('bounds what waits for a loop', async () => {
    const stream = bus.stream({ capacity: 2 });
    publish('a', 'b', 'c', 'd');
    const heard = [await stream.next(), await stream.next()].map(({ value }) => value && idOf(value));
    expect(heard).toEqual(['overflow', 'd']);
  });

  it('ends every loop when it is closed, also one that begins later', async () => {
    const stream = bus.stream();
    const waiting = stream.next();
    bus.close();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(await bus.stream().next()).toEqual({ done: true, value: undefined });
    const late = listen();
    publish('a');
    expect([late.heard, bus.isHeard, vi.getTimerCount()]).toEqual([[], false, 0]);
  });
});
