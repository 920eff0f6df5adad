/** Clocks that are set: what waits for a time that was wrong does not wait for it. */
import { condition } from '@zapomni/testkit/condition';
import { openTestDeps, type TestDeps } from '@zapomni/testkit/deps';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkLater } from './work-kind.ts';
import { WorkRunner } from './work-runner.ts';

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

describe('a clock that is set', () => {
  let test: TestDeps;
  let runner: WorkRunner;
  let begun: number[];
  beforeEach(() => {
    test = openTestDeps();
    begun = [];
    runner = new WorkRunner(test.deps);
    runner.register({
      kind: 'hourly',
      run: async () => {
        begun.push(test.clock.now());
        throw new WorkLater(test.clock.now() + HOUR_MS);
      },
    });
  });
  afterEach(async () => {
    await runner.close();
    await test.close();
  });

  const waits = () => condition(async () => (await test.deps.storage.work.nextDue(['hourly'])) !== null);
  /** Until what is due has been begun, and waits again. */
  const look = async (times: number): Promise<void> => {
    runner.wake();
    await condition(async () => begun.length === times);
    await condition(async () => {
      const { items } = await test.deps.storage.work.list({ kinds: ['hourly'] }, { limit: 1 });
      return items[0]?.state === 'queued';
    });
  };

  it('back to what it is after a year ahead calls back what was put off until then', async () => {
    const start = test.clock.now();
    test.clock.advance(YEAR_MS);
    await runner.ask({ kind: 'hourly', key: 'hourly' });
    await look(1);
    test.clock.set(start);
    await look(2);
    expect(begun).toEqual([start + YEAR_MS, start]);
    expect(await test.deps.storage.work.nextDue(['hourly'])).toBe(start + HOUR_MS);
  });

  it('back by a little changes nothing', async () => {
    const start = test.clock.now();
    await runner.ask({ kind: 'hourly', key: 'hourly' });
    await look(1);
    test.clock.advance(-30_000);
    runner.wake();
    await runner.resume();
    await waits();
    expect(begun).toEqual([start]);
    expect(await test.deps.storage.work.nextDue(['hourly'])).toBe(start + HOUR_MS);
  });

  it('ahead does what is due once, however often it would have been', async () => {
    const start = test.clock.now();
    await runner.ask({ kind: 'hourly', key: 'hourly' });
    await look(1);
    test.clock.advance(YEAR_MS);
    await look(2);
    expect(begun).toEqual([start, start + YEAR_MS]);
  });
});
