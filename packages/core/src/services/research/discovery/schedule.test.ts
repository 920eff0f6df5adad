/** Schedules with a clock that is told the time: every due run once, whatever happens to clocks, zones and services. */
import { ZapomniError } from '../../../errors/index.ts';
import { openTestDeps } from '@zapomni/testkit/deps';
import { enginesForTests } from '@zapomni/testkit/engines';
import { createListedSources, type FakeClock, type ListedSources } from '@zapomni/testkit/fakes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../app/app.ts';
import type { AskedWork } from '../../work/work-kind.ts';
import { afterRun, MOST_FAILURES } from './schedule/after-run.ts';
import { DAY_MS, HOUR_MS, nextRun, nextTime } from './schedule/next-time.ts';
import { resumeSchedules, SCHEDULE_KIND } from './schedule/wake-schedule.ts';
import { schedulesOf, sourcesOf } from './store/index.ts';
import type { ScheduleRecord } from './store/schedule-record.ts';
import { onEngine, openGround, papersOn, WS, type Ground } from './testing/discovery-ground.ts';

// Every trial has a store of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** What matters most is shown on every engine; the rest is the same code. */
const ENGINES = await enginesForTests();

const at = (text: string): number => Date.parse(text);
const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

describe('the next time', () => {
  it('of a time that a clock skips is the first moment after the gap', () => {
    const schedule = { cron: '30 2 * * *', zone: 'Europe/Berlin' };
    expect(iso(nextTime(schedule, at('2026-03-28T12:00:00Z')))).toBe('2026-03-29T01:00:00.000Z');
    expect(iso(nextTime(schedule, at('2026-03-29T01:00:00Z')))).toBe('2026-03-30T00:30:00.000Z');
  });

  it('of a time that a clock has twice comes once a day', () => {
    const schedule = { cron: '30 2 * * *', zone: 'Europe/Berlin' };
    const times = [at('2026-10-24T12:00:00Z')];
    for (let i = 0; i < 3; i++) times.push(nextTime(schedule, times.at(-1) ?? 0) ?? 0);
    const days = times.slice(1).map((time) => new Date(time).toLocaleDateString('sv', { timeZone: 'Europe/Berlin' }));
    expect(days).toEqual(['2026-10-25', '2026-10-26', '2026-10-27']);
  });

  it('is spread a little, and never before a time of the clock', () => {
    const cron = { cron: '0 6 * * *', zone: 'UTC' };
    for (const random of [0, 0.5, 1]) {
      const next = nextRun(cron, at('2026-01-01T12:00:00Z'), random) ?? 0;
      expect(next - at('2026-01-02T06:00:00Z')).toBe(random * 300_000);
      const hours = (nextRun({ every_hours: 24 }, 0, random) ?? 0) / HOUR_MS;
      expect(hours).toBe(24 + (random - 0.5));
    }
  });
});

describe('after a run', () => {
  const before: ScheduleRecord = {
    of: 'source',
    id: 's',
    schedule: { every_hours: 24 },
    next_run: 0,
    begun_at: null,
    failures: 0,
    off: null,
    off_since: null,
  };
  const fail = (code: string, times: number): ScheduleRecord => {
    let [now, schedule] = [0, before];
    for (let i = 0; i < times; i++) {
      const run = {
        status: 'error' as const,
        started_at: now,
        error: { code, message: 'No.' },
        retry_at: null,
        found: 0,
      };
      schedule = afterRun(schedule, run, now, 0.5);
      now = schedule.next_run ?? now;
    }
    return schedule;
  };

  it('that failed it waits longer each time, at most a day', () => {
    const waits: number[] = [];
    let [now, schedule] = [0, before];
    for (let i = 0; i < 6; i++) {
      const error = { code: 'UPSTREAM_FAILED', message: 'No.' };
      const run = { status: 'error' as const, started_at: now, error, retry_at: null, found: 0 };
      schedule = afterRun(schedule, run, now, 0.5);
      waits.push(((schedule.next_run ?? 0) - now) / HOUR_MS);
      now = schedule.next_run ?? 0;
    }
    expect(waits).toEqual([2, 4, 8, 16, 24, 24]);
  });

  it('that failed eight times it is off with a reason; what passes is looked at once a day', () => {
    expect(fail('UPSTREAM_FAILED', MOST_FAILURES - 1).off).toBeNull();
    const away = fail('UPSTREAM_FAILED', MOST_FAILURES);
    expect(away.off).toMatch(/off after 8 failures in a row\. No\. It is looked at once a day/);
    expect(away.next_run).not.toBeNull();
    const wrong = fail('INVALID_CONFIG', MOST_FAILURES);
    expect(wrong.off).toMatch(/Set that right, then run it by hand/);
    expect(wrong.next_run).toBeNull();
    const answered = { status: 'ok' as const, started_at: 5, error: null, retry_at: null, found: 0 };
    expect(afterRun(wrong, answered, 5, 0.5)).toMatchObject({ failures: 0, off: null, next_run: 5 + DAY_MS });
  });
});

let ground: Ground<ListedSources>;
const begin = (engine: Parameters<typeof onEngine>[1] = {}): void => {
  ground = openGround(onEngine(openTestDeps(), engine), createListedSources(['arxiv', 'pubmed']));
};

/** Lets the time go on until then; whenever something is due it is done. */
const live = async (until: number, happens: (now: number) => void = () => {}): Promise<void> => {
  for (;;) {
    happens(ground.clock.now());
    const next = await ground.tick();
    if (next === null || next > until) break;
    ground.clock.set(Math.max(next, ground.clock.now() + 1));
  }
  ground.clock.set(until);
};
const runsOfSource = async (id: string) => (await ground.runs()).filter(({ value }) => value.source === id);

describe.each(ENGINES)('schedules, on $engine', ({ options }) => {
  beforeEach(() => begin(options()));
  afterEach(() => ground.close());

  it('make up for what was missed once', async () => {
    const source = await ground.source('hourly', { onDemand: false, scheduleHours: 1 });
    await live(ground.clock.now() + 2 * HOUR_MS);
    const before = (await runsOfSource(source.key)).length;
    ground.clock.advance(7 * DAY_MS);
    await ground.tick();
    expect(await runsOfSource(source.key)).toHaveLength(before + 1);
    expect(await ground.tick()).toBeGreaterThan(ground.clock.now());
    expect(await runsOfSource(source.key)).toHaveLength(before + 1);
  });

  it('of a query look at all of its sources, and follow what the query says', async () => {
    const query = await ground.query('gulls', { schedule: { every_hours: 24 }, sources: ['one', 'two'] });
    await ground.source('one');
    await ground.source('two', { kind: 'pubmed' });
    await ground.tick();
    expect(await ground.runs()).toEqual([]);
    await live(ground.clock.now() + DAY_MS / 2);
    expect((await ground.runs()).map(({ value }) => value.query)).toEqual([query.key, query.key]);
    await live(ground.clock.now() + DAY_MS);
    expect(await ground.runs()).toHaveLength(4);
    const queries = (await import('../queries/queries.ts')).queriesOf(ground.deps);
    await queries.put(WS, query.key, { ...query.value, active: false });
    await live(ground.clock.now() + 3 * DAY_MS);
    expect(await ground.runs()).toHaveLength(4);
    expect(await schedulesOf(ground.deps).count(WS)).toBe(0);
  });

  it('go with their source, and leave its runs', async () => {
    const { deleteSource } = await import('./sources/sources.ts');
    await ground.source('hourly', { onDemand: false, scheduleHours: 1 });
    await live(ground.clock.now() + 2 * HOUR_MS);
    await expect(deleteSource(ground.deps, WS, { name: 'hourly', confirm: false })).rejects.toThrow(/confirm_deletion/);
    await deleteSource(ground.deps, WS, { name: 'HOURLY', confirm: true });
    expect((await ground.runs()).length).toBeGreaterThan(0);
    expect(await ground.tick()).toBeNull();
  });
});

describe('schedules', () => {
  beforeEach(() => begin());
  afterEach(() => ground.close());

  it('make every due run of thirty days once, with every page and no item twice', { timeout: 120_000 }, async () => {
    const start = ground.clock.now();
    const daily = await ground.source('daily', { kind: 'arxiv', onDemand: false, scheduleHours: 24 });
    const cron = await ground.source('cron', {
      kind: 'pubmed',
      onDemand: false,
      cron: '0 6 * * 1-5',
      zone: 'America/New_York',
    });
    const failing: number[] = [];
    ground.sources.fault = ({ source }) => {
      const day = Math.floor((ground.clock.now() - start) / DAY_MS);
      if (source !== 'arxiv' || day < 10 || day >= 17) return null;
      failing.push(day);
      return new ZapomniError('UPSTREAM_FAILED', 'It is away.');
    };
    const publish = (now: number): void => {
      for (const kind of ['arxiv', 'pubmed'] as const) {
        const days = Math.floor((now - start) / DAY_MS) + 1;
        const all = Array.from({ length: days }, (_, i) => new Date(start + i * DAY_MS).toISOString().slice(0, 10));
        ground.sources.papers.set(
          kind,
          all.flatMap((day) => papersOn(day, 3, `${kind} gulls`)),
        );
      }
    };
    await live(start + 30 * DAY_MS, publish);
    const [ofDaily, ofCron] = [await runsOfSource(daily.key), await runsOfSource(cron.key)];
    const answered = ofDaily.filter(({ value }) => value.status === 'ok');
    // It was away for a week, was asked ever less often, and came back by itself.
    expect(failing.length).toBeGreaterThan(6);
    expect(failing.length).toBeLessThan(14);
    const ok = new Set(answered.map(({ value }) => Math.floor((value.started_at - start) / DAY_MS)));
    for (const day of [...Array(10).keys(), 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29])
      expect([...ok], `day ${day}`).toContain(day);
    expect(answered.length).toBe(ok.size);
    // Weekdays of January 2026 at six in New York: once each.
    const days = ofCron.map(({ value }) => new Date(value.started_at).toISOString().slice(0, 10));
    expect(new Set(days).size).toBe(days.length);
    expect(days).toHaveLength(22);
    // Nothing was missed while it was away, nothing came twice.
    const found = await ground.findings();
    expect(new Set(found.map(({ value }) => value.paper)).size).toBe(found.length);
    const lastRun = Math.floor(((answered.at(-1)?.value.started_at ?? 0) - start) / DAY_MS) + 1;
    const byArxiv = found.filter(({ value }) => value.sources.some(({ name }) => name === 'daily'));
    expect(byArxiv).toHaveLength(3 * lastRun);
    expect((await sourcesOf(ground.deps).get(WS, daily.key))?.value.passes).toEqual([]);
  });

  it('are kept by one of several processes, and by another once that is gone', async () => {
    // Each with a connection of its own to the one store, and the one clock.
    const first = openTestDeps({ dataDir: ground.dataDir, clock: ground.clock as FakeClock });
    const apps = [createApp({ ...first.deps, paperSources: ground.sources }), createApp(ground.deps)];
    await Promise.all(apps.map((app) => app.resume()));
    const input = { name: 'hourly', kind: 'arxiv', keywords: ['gulls'], scheduleHours: 1 };
    await apps[0]?.research.discovery.createSource(WS, input);
    for (const [i, left] of [apps, apps.slice(1)].entries()) {
      ground.clock.advance(2 * HOUR_MS);
      await Promise.all(left.map((app) => app.research.discovery.wake()));
      await expect
        .poll(async () => (await ground.runs()).filter(({ value }) => value.status === 'ok').length, {
          timeout: 30_000,
        })
        .toBe(i + 1);
      expect(await ground.runs()).toHaveLength(i + 1);
      if (i === 0) await left[0]?.close();
    }
    await apps[1]?.close();
    await first.close();
  });

  it('hold after the clock was set back', async () => {
    const source = await ground.source('hourly', { onDemand: false, scheduleHours: 1 });
    await live(ground.clock.now() + 3 * HOUR_MS);
    const before = (await runsOfSource(source.key)).length;
    ground.clock.advance(-365 * DAY_MS);
    expect(await ground.tick()).toBeLessThanOrEqual(ground.clock.now() + HOUR_MS);
    await live(ground.clock.now() + 3 * HOUR_MS);
    expect((await runsOfSource(source.key)).length).toBe(before + 3);
  });

  it('are kept again where somebody whose clock was ahead has left them', async () => {
    await ground.source('hourly', { onDemand: false, scheduleHours: 1 });
    const asked: string[] = [];
    const ask = async (work: AskedWork): Promise<void> => {
      asked.push(work.kind);
      const { ids, clock, storage } = ground.deps;
      const draft = { workspace: null, payload: null, priority: 0, maxAttempts: 1, everyMs: null, key: work.kind };
      await storage.work.add([{ ...draft, id: ids.next(), kind: work.kind, dueAt: clock.now() }], clock.now());
    };
    const resume = () => resumeSchedules(ground.deps, { ask } as never);
    ground.clock.advance(365 * DAY_MS);
    await resume();
    expect(asked).toHaveLength(1);
    await resume();
    expect(asked).toHaveLength(1);
    ground.clock.advance(-365 * DAY_MS);
    await resume();
    expect(asked).toHaveLength(2);
    expect(await ground.deps.storage.work.nextDue([SCHEDULE_KIND])).toBe(ground.clock.now());
  });

  it('begin nothing that may not be asked, and count no failure', async () => {
    const source = await ground.source('hourly', { onDemand: false, scheduleHours: 1 });
    ground.sources.isOn = () => false;
    ground.clock.advance(DAY_MS);
    const next = (await ground.tick()) ?? 0;
    expect((next - ground.clock.now()) / 60_000).toBeLessThanOrEqual(10);
    expect(await ground.runs()).toEqual([]);
    expect((await schedulesOf(ground.deps).get(WS, `source:${source.key}`))?.value.failures).toBe(0);
    ground.sources.isOn = () => true;
    await ground.tick();
    expect(await ground.runs()).toHaveLength(1);
  });
});
