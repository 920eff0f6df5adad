/** Several processes are several paces on one real store; waiting moves the one clock. */
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PaceOutcome, PaceRules, RequestPace, Storage } from '../../../ports/index.ts';
import { createSharedPace } from './shared-pace.ts';

const HOST = 'api.example.org';
const ARXIV: PaceRules = { minIntervalMs: 3000, concurrency: 1 };
const DAY = 86_400_000;

let test: TestDeps;
let waited: number[];
beforeEach(() => {
  [test, waited] = [openTestDeps(), []];
});
afterEach(() => test.close());

const open = (storage: Storage = test.deps.storage): RequestPace =>
  createSharedPace({
    storage,
    clock: test.clock,
    ids: test.deps.ids,
    pause: async (ms) => {
      waited.push(ms);
      test.clock.advance(ms);
    },
  });

/** A store in which so many writes take so long. */
function slowStore(ms: number, writes: number): Storage {
  const { storage } = test.deps;
  let left = writes;
  const write: Storage['records']['write'] = async (...given) => {
    const written = await storage.records.write(...given);
    if (left-- > 0) test.clock.advance(ms);
    return written;
  };
  const records = new Proxy(storage.records, {
    get: (target, name) => (name === 'write' ? write : bound(target, name)),
  });
  return { ...storage, records };
}

function bound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === 'function' ? value.bind(target) : value;
}

/** One request that takes so long. */
async function ask(pace: RequestPace, rules: PaceRules, outcome: PaceOutcome = {}, { cost = 1, ms = 0 } = {}) {
  const turn = await pace.enter({ host: HOST, rules, cost });
  const at = test.clock.now();
  test.clock.advance(ms);
  await turn.leave(outcome);
  return at;
}

const refused = (retryAfterMs?: number): PaceOutcome => ({
  refused: retryAfterMs === undefined ? {} : { retryAfterMs },
});
const wait = async (pace: RequestPace) => {
  const { restsUntil } = await pace.standing(HOST);
  return restsUntil === null ? 0 : restsUntil - test.clock.now();
};

describe('one pace for all', () => {
  it('keeps the interval whoever asks, from the end of a request where one is allowed at once', async () => {
    const [one, other] = [open(), open()];
    const first = await ask(one, ARXIV, {}, { ms: 500 });
    const second = await ask(other, ARXIV);
    const third = await ask(one, ARXIV);
    expect([second - first, third - second]).toEqual([3500, 3000]);
  });

  it('keeps it from beginning to beginning where several are', async () => {
    const rules = { minIntervalMs: 100, concurrency: 2 };
    const [one, other] = [open(), open()];
    const begun = test.clock.now();
    const [first, second] = [await one.enter({ host: HOST, rules }), await other.enter({ host: HOST, rules })];
    expect(test.clock.now() - begun).toBe(100);
    const third = ask(one, rules);
    await expect.poll(() => waited.length).toBeGreaterThan(3);
    await Promise.all([first.leave(), second.leave()]);
    await third;
    await ask(other, rules);
  });

  it('lets nobody begin late, together with whoever is next', async () => {
    const rules = { minIntervalMs: 100, concurrency: 3 };
    const begun = test.clock.now();
    const late = await open(slowStore(80, 1)).enter({ host: HOST, rules });
    const first = test.clock.now() - begun;
    const next = await open().enter({ host: HOST, rules });
    expect([first, test.clock.now() - begun]).toEqual([100, 200]);
    // It counts as one that is under way, not as two.
    const third = await open().enter({ host: HOST, rules });
    expect(test.clock.now() - begun).toBe(300);
    await Promise.all([late, next, third].map((turn) => turn.leave()));
    expect((await open().standing(HOST)).budget?.spent).toBe(3);
  });

  it('lets nobody wait for ever whose store is always slow', async () => {
    const rules = { minIntervalMs: 100, concurrency: 3 };
    const turn = await open(slowStore(60, Infinity)).enter({ host: HOST, rules });
    await turn.leave();
  });

  it('does not wait for those who died', async () => {
    await open().enter({ host: HOST, rules: ARXIV });
    const begun = test.clock.now();
    expect((await ask(open(), ARXIV)) - begun).toBeGreaterThanOrEqual(120_000);
  });

  it('counts what a request leads to', async () => {
    const turn = await open().enter({ host: HOST, rules: ARXIV });
    const begun = test.clock.now();
    await turn.again();
    expect(test.clock.now() - begun).toBe(3000);
    await turn.leave();
  });

  it('learns from what the service says; the slower counts', async () => {
    const rules = { minIntervalMs: 100, concurrency: 3 };
    const first = await ask(open(), rules, { learned: { minIntervalMs: 1000, concurrency: 1 } });
    const second = await ask(open(), rules, { learned: { minIntervalMs: 10 } });
    const third = await ask(open(), rules, {}, { ms: 200 });
    const fourth = await ask(open(), rules);
    expect([second - first, third - second, fourth - third]).toEqual([1000, 1000, 300]);
  });

  it('ends at once when it is no longer wanted, also for those in line', async () => {
    const pace = open();
    const turn = await pace.enter({ host: HOST, rules: ARXIV });
    const controller = new AbortController();
    const waiting = [1, 2].map(() => pace.enter({ host: HOST, rules: ARXIV, signal: controller.signal }));
    controller.abort();
    for (const one of waiting) await expect(one).rejects.toMatchObject({ code: 'CANCELLED' });
    await turn.leave();
    await ask(pace, ARXIV);
  });
});

describe('a service that refuses', () => {
  const rules = { minIntervalMs: 200, concurrency: 3 };

  it('is left alone for as long as it said, by everybody', async () => {
    const pace = open();
    await ask(pace, rules, refused(600_000));
    await expect(open().enter({ host: HOST, rules })).rejects.toMatchObject({
      code: 'UPSTREAM_RATE_LIMITED',
      retryAfterMs: 600_000,
    });
    expect(await wait(open())).toBe(600_000);
    test.clock.advance(600_000);
    await ask(open(), rules);
  });

  it('is asked later each time where it said nothing, and left alone from the third time on', async () => {
    const rests: number[] = [];
    for (let i = 0; i < 5; i++) {
      await ask(open(), rules, refused());
      rests.push(await wait(open()));
      test.clock.advance(rests.at(-1) ?? 0);
    }
    expect(rests).toEqual([1000, 2000, 60_000, 120_000, 120_000]);
    await ask(open(), rules);
    await ask(open(), rules, refused());
    expect(await wait(open())).toBe(1000);
  });

  it('that names a short time is waited for', async () => {
    await ask(open(), rules, refused(9000));
    waited = [];
    await ask(open(), rules);
    expect(waited).toEqual([9000]);
  });
});

describe('a service that fails', () => {
  const rules = { minIntervalMs: 200, concurrency: 3 };
  const failed: PaceOutcome = { failed: true };

  it('is left alone from the third time on, by everybody, until it answers', async () => {
    for (let i = 0; i < 2; i++) await ask(open(), rules, failed);
    expect(await wait(open())).toBe(0);
    await ask(open(), rules, failed);
    await expect(open().enter({ host: HOST, rules })).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      retryAfterMs: 60_000,
    });
    test.clock.advance(60_000);
    await ask(open(), rules, failed);
    expect(await wait(open())).toBe(120_000);
    test.clock.advance(120_000);
    await ask(open(), rules);
    await ask(open(), rules, failed);
    expect(await wait(open())).toBe(0);
  });

  it('is not known to work by a request that was given up', async () => {
    for (const outcome of [failed, failed, { givenUp: true } as const, failed]) await ask(open(), rules, outcome);
    expect(await wait(open())).toBe(60_000);
  });
});

describe('the budget of a day', () => {
  const rules = { minIntervalMs: 0, concurrency: 8, perDay: 1000 };

  it('is one for all processes, and another the next day', async () => {
    for (let i = 0; i < 10; i++) await ask(i % 2 === 0 ? open() : open(), rules, {}, { cost: 100 });
    const error = open().enter({ host: HOST, rules, cost: 100 });
    const tillMidnight = DAY - (test.clock.now() % DAY);
    await expect(error).rejects.toMatchObject({ code: 'UPSTREAM_RATE_LIMITED', retryAfterMs: tillMidnight });
    await ask(open(), rules, {}, { cost: 0 });
    test.clock.advance(tillMidnight);
    await ask(open(), rules, {}, { cost: 100 });
    expect((await open().standing(HOST)).budget).toMatchObject({ spent: 100, left: null });
  });

  it('is what the service says is left', async () => {
    const resetsAt = test.clock.now() + 3_600_000;
    await ask(open(), rules, { learned: { budget: { left: 150, resetsAt } } }, { cost: 100 });
    await ask(open(), rules, {}, { cost: 100 });
    await expect(open().enter({ host: HOST, rules, cost: 100 })).rejects.toMatchObject({ retryAfterMs: 3_600_000 });
    expect((await open().standing(HOST)).budget).toEqual({ spent: 200, left: 50, resetsAt });
  });
});
