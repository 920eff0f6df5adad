import type { WorkItem } from '@zapomni/core/ports';
import { condition } from '@zapomni/testkit/condition';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorkCalls } from '../../app/work.ts';
import { ZapomniError } from '../../errors/index.ts';
import { followWork } from './follow-work.ts';
import { WorkLater, type WorkControl, type WorkKind } from './work-kind.ts';
import { WorkRunner } from './work-runner.ts';

let test: TestDeps;
let runners: { runner: WorkRunner; close(): Promise<void> }[] = [];
beforeEach(() => {
  test = openTestDeps();
});
afterEach(async () => {
  for (const { close } of runners) await close();
  runners = [];
  await test.close();
});

/** A process of its own on the same store. */
function start(...kinds: WorkKind[]): WorkRunner {
  const { deps, close: closeStorage } = openTestDeps({ dataDir: test.dataDir, clock: test.clock });
  const runner = new WorkRunner(deps);
  for (const kind of kinds) runner.register(kind);
  const close = async (): Promise<void> => {
    await runner.close();
    await closeStorage();
  };
  runners.push({ runner, close });
  return runner;
}

const get = async (id: string): Promise<WorkItem> => {
  const item = await test.deps.storage.work.get(id);
  if (!item) throw new Error('no such item');
  return item;
};
const until = (id: string, is: (item: WorkItem) => boolean) => condition(async () => is(await get(id)));
const ended = (id: string) => until(id, ({ state }) => state !== 'queued' && state !== 'running');
/** Work that goes on until it is stopped. */
const untilStopped = ({ signal }: WorkControl): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

describe('the runner of work', () => {
  it('does what is asked for, tells how far it is, and keeps its result for every process', async () => {
    verifies('P044');
    const gate = Promise.withResolvers<void>();
    const runner = start({
      kind: 'count',
      run: async ({ payload }, { progress }) => {
        progress(1, 4, 'counting');
        await gate.promise;
        progress(4, 4);
        return { doubled: Number(payload) * 2 };
      },
    });
    const { id } = await runner.ask({ kind: 'count', payload: 21 });
    await condition(async () => (await runner.get(id))?.progress.done === 1);
    // Another process learns it with the next beat.
    await until(id, ({ progress }) => progress.done === 1 && progress.message === 'counting');
    expect(await get(id)).toMatchObject({ state: 'running', attempts: 1 });
    gate.resolve();
    await ended(id);
    const result = { doubled: 42 };
    expect(await get(id)).toMatchObject({ state: 'completed', result, error: null, progress: { done: 4, total: 4 } });
  });

  it('does no more at once than a kind allows, and no more than four of all kinds', async () => {
    verifies('P044');
    const running = new Map<string, number>();
    const most = new Map<string, number>();
    const gates: (() => void)[] = [];
    const kind = (name: string, concurrency: number): WorkKind => ({
      kind: name,
      concurrency,
      run: async () => {
        for (const key of [name, 'all']) {
          running.set(key, (running.get(key) ?? 0) + 1);
          most.set(key, Math.max(most.get(key) ?? 0, running.get(key) ?? 0));
        }
        await new Promise<void>((resolve) => gates.push(resolve));
        for (const key of [name, 'all']) running.set(key, (running.get(key) ?? 0) - 1);
        return null;
      },
    });
    const runner = start(kind('one', 1), kind('three', 3), kind('other', 1));
    const items = [];
    for (const name of ['one', 'three', 'other']) {
      for (let i = 0; i < 4; i++) items.push(await runner.ask({ kind: name }));
    }
    await condition(() => running.get('all') === 4);
    for (const { id } of items) await condition(async () => (gates.shift()?.(), (await get(id)).state === 'completed'));
    expect(Object.fromEntries(most)).toEqual({ all: 4, one: 1, three: 3, other: 1 });
  });

  it('tries again what failed, each time after a longer while, and gives up with the reason', async () => {
    verifies('P044');
    const error = new ZapomniError('MODEL_UNAVAILABLE', 'It is away.');
    const kind = { kind: 'doomed', maxAttempts: 3, backoff: { firstMs: 1000, mostMs: 60_000 } };
    let fails = true;
    const runner = start({ ...kind, run: async () => (fails ? Promise.reject(error) : 'done') });
    const { id } = await runner.ask({ kind: 'doomed' });
    for (const [attempts, pause] of [
      [1, 1000],
      [2, 2000],
    ] as const) {
      await until(id, (item) => item.state === 'queued' && item.attempts === attempts);
      const reason = { code: 'MODEL_UNAVAILABLE', message: 'It is away.' };
      expect(await get(id)).toMatchObject({ error: reason, dueAt: test.clock.now() + pause });
      test.clock.advance(pause);
      runner.wake();
    }
    await ended(id);
    expect(await get(id)).toMatchObject({ state: 'failed', attempts: 3, error: { code: 'MODEL_UNAVAILABLE' } });
    fails = false;
    await runner.retry(id);
    await ended(id);
    expect(await get(id)).toMatchObject({ state: 'completed', attempts: 1, error: null, result: 'done' });
  });

  it('tells nobody what it did not foresee, and does not repeat what cannot get better', async () => {
    const secret = new Error('/home/alice: the text of a document');
    const runner = start(
      { kind: 'surprised', maxAttempts: 1, run: () => Promise.reject(secret) },
      { kind: 'wrong', run: () => Promise.reject(new ZapomniError('NOT_FOUND', 'It is gone.')) },
    );
    const [surprised, wrong] = [await runner.ask({ kind: 'surprised' }), await runner.ask({ kind: 'wrong' })];
    await ended(surprised.id);
    expect((await get(surprised.id)).error).toEqual({ code: 'INTERNAL', message: 'Processing failed. Check logs.' });
    await ended(wrong.id);
    expect(await get(wrong.id)).toMatchObject({ state: 'failed', attempts: 1, error: { code: 'NOT_FOUND' } });
  });

  it('is stopped from another process, and at once from its own', async () => {
    verifies('P044');
    const kind: WorkKind = { kind: 'long', run: (_, control) => untilStopped(control) };
    const [runner, other] = [start(kind), start(kind)];
    for (const canceller of [runner, other]) {
      const { id } = await runner.ask({ kind: 'long' });
      await until(id, ({ state }) => state === 'running');
      expect(await canceller.cancel(id)).toMatchObject({ cancelled: true });
      test.clock.advance(5000);
      await ended(id);
      expect(await get(id)).toMatchObject({ state: 'cancelled', error: null, owner: null });
      expect(await canceller.cancel(id)).toMatchObject({ cancelled: false });
    }
    expect(await runner.cancel('none')).toBe(null);
  });

  it('takes back what was prepared for work that was cancelled before it began', async () => {
    const taken: string[] = [];
    const prepares: WorkKind = { kind: 'k', run: async () => null, cancelled: async ({ id }) => void taken.push(id) };
    const runner = start(prepares);
    const { id } = await runner.ask({ kind: 'k', dueAt: test.clock.now() + 1000 });
    await runner.cancel(id);
    await runner.cancel(id);
    expect(taken).toEqual([id]);
  });

  it('gives back what it has in hand when it closes, and others go on', async () => {
    verifies('R080', 'P044');
    const begun: string[] = [];
    const kind = (name: string, run: WorkKind['run']): WorkKind => ({
      kind: 'long',
      run: (item, control) => (begun.push(name), run(item, control)),
    });
    const runner = start(kind('one', (_, control) => untilStopped(control)));
    const { id } = await runner.ask({ kind: 'long' });
    await condition(() => begun.length === 1);
    await runner.close();
    expect(await get(id)).toMatchObject({ state: 'queued', attempts: 0, owner: null });
    const next = start(kind('next', async () => 'ended'));
    await next.resume();
    await ended(id);
    expect(await get(id)).toMatchObject({ state: 'completed', result: 'ended', attempts: 1 });
    expect(begun).toEqual(['one', 'next']);
  });

  it('takes over what a dead or stuck process held, whose late end counts for nothing', async () => {
    const late = Promise.withResolvers<string>();
    const stuck = start({ kind: 'k', stallMs: 90_000, run: () => late.promise });
    const { id } = await stuck.ask({ kind: 'k' });
    await until(id, ({ state }) => state === 'running');
    test.clock.advance(90_000);
    const other = start({ kind: 'k', run: async () => 'second' });
    await other.resume();
    await ended(id);
    late.resolve('first');
    await stuck.close();
    expect(await get(id)).toMatchObject({ state: 'completed', result: 'second', attempts: 2 });
  });

  it('takes only what it was asked for here until the session has settled', async () => {
    const done: string[] = [];
    const kinds = ['mine', 'theirs'].map((kind): WorkKind => ({ kind, run: async ({ id }) => (done.push(id), null) }));
    const draft = { kind: 'theirs', workspace: null, payload: null, key: null, priority: 0, maxAttempts: 1 };
    await test.deps.storage.work.add([{ ...draft, id: 'left behind', dueAt: 0, everyMs: null }], 0);
    const runner = start(...kinds);
    const { id } = await runner.ask({ kind: 'mine' });
    await ended(id);
    expect(done).toEqual([id]);
    await runner.resume();
    await ended('left behind');
    expect(done).toEqual([id, 'left behind']);
  });

  it('begins what was put off, and what recurs, when its time has come', async () => {
    let runs = 0;
    const runner = start(
      { kind: 'clock', run: async () => ++runs },
      {
        kind: 'patient',
        run: async ({ createdAt }) => {
          if (test.clock.now() < createdAt + 500) throw new WorkLater(createdAt + 500);
          return 'at last';
        },
      },
    );
    const recurring = await runner.ask({ kind: 'clock', everyMs: 60_000 });
    const patient = await runner.ask({ kind: 'patient' });
    await until(recurring.id, ({ result }) => result === 1);
    expect(await get(recurring.id)).toMatchObject({ state: 'queued', dueAt: test.clock.now() + 60_000 });
    await until(patient.id, ({ state, dueAt }) => state === 'queued' && dueAt === patient.createdAt + 500);
    expect(await get(patient.id)).toMatchObject({ attempts: 0, error: null });
    test.clock.advance(60_000);
    // Its own timer wakes it: half a second was the time until the first of them was due.
    await ended(patient.id);
    await until(recurring.id, ({ result }) => result === 2);
    await runner.cancel(recurring.id);
    expect(await get(recurring.id)).toMatchObject({ state: 'cancelled' });
  });

  it('is followed until it ends, here or elsewhere, with news of how far it is', async () => {
    const gate = Promise.withResolvers<void>();
    const run: WorkKind['run'] = async (_, { progress }) => {
      progress(3, 5);
      await gate.promise;
      return null;
    };
    const runner = start({ kind: 'k', run });
    const watcher = start();
    const { id } = await runner.ask({ kind: 'k' });
    const seen: number[] = [];
    const followed = followWork(watcher, id, {
      onProgress: ({ progress }) => {
        seen.push(progress.done);
        if (progress.done === 3) gate.resolve();
      },
    });
    expect(await followed).toMatchObject({ state: 'completed' });
    expect(seen).toContain(3);
    const calls = createWorkCalls({ ...test.deps }, watcher);
    expect(await calls.follow(id, { waitMs: 0 })).toMatchObject({ state: 'completed' });
    await expect(calls.follow('none', { waitMs: 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('forgets what ended long ago, sooner where the kind says so', async () => {
    verifies('P044');
    const run = async () => null;
    const runner = start({ kind: 'often', keepMs: 1000, run }, { kind: 'once', run });
    const items = [await runner.ask({ kind: 'often' }), await runner.ask({ kind: 'once' })];
    for (const { id } of items) await ended(id);
    test.clock.advance(3_600_000);
    await runner.resume();
    const left = async () => (await test.deps.storage.work.list({}, { limit: 5 })).items.map(({ kind }) => kind);
    await condition(async () => (await left()).join() === 'once');
    test.clock.advance(8 * 24 * 3_600_000);
    await runner.resume();
    await condition(async () => (await left()).length === 0);
  });
});

describe('calls about work', () => {
  const open = () => {
    const runner = start({ kind: 'k:special', run: (_, control) => untilStopped(control) });
    return { runner, calls: createWorkCalls(test.deps, runner) };
  };

  it('show what runs, what waits and what ended, by name and state', async () => {
    verifies('P044');
    const { runner, calls } = open();
    const running = await runner.ask({ kind: 'k:special' });
    await until(running.id, ({ state }) => state === 'running');
    const waiting = await runner.ask({ kind: 'k:special', dueAt: test.clock.now() + 1000 });
    const cancelled = await runner.ask({ kind: 'k:special', dueAt: test.clock.now() + 1000 });
    await calls.cancel(cancelled.id);
    const ids = async (request?: Parameters<typeof calls.list>[0]) =>
      (await calls.list(request)).items.map(({ id }) => id);
    expect(await ids()).toEqual([running.id, waiting.id, cancelled.id]);
    expect(await ids({ name: 'k', states: ['queued', 'cancelled'] })).toEqual([waiting.id, cancelled.id]);
    expect(await ids({ name: 'other' })).toEqual([]);
    expect(await calls.list({ limit: 1 })).toMatchObject({ total: 3, next: expect.any(String) });
    for (const limit of [0, 101, 1.5]) {
      await expect(calls.list({ limit })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
  });

  it('do not know what never was, and begin only that anew which ended badly', async () => {
    const { runner, calls } = open();
    for (const call of [calls.get, calls.cancel, calls.retry])
      await expect(call('none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { id } = await runner.ask({ kind: 'k:special' });
    await expect(calls.retry(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await calls.cancel(id);
    await ended(id);
    expect(await calls.retry(id)).toMatchObject({ id, state: expect.stringMatching(/queued|running/) });
  });
});
