import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTimes } from '../../../model/index.ts';
import type { Ranked } from '../candidates/fuse.ts';
import { favourTime, timeOf } from './time-stage.ts';

const at = (timestamp: string) => ({ metadata: { timestamp } });
const noEvent = async () => null;

describe('a time that the question names', () => {
  let store: FilledStore;
  beforeAll(async () => {
    // The clock stands at 1 January 2026.
    store = openFilledStore({ settings: { weight_time: '2', search_off: 'collapse' } });
    await store.remember([
      { text: 'team dinner in Porto', ...at('2024-03-12') },
      { text: 'team dinner in Lisbon', ...at('2025-06-20') },
      { text: 'the big launch of the rocket', ...at('2025-05-01') },
    ]);
  });
  afterAll(() => store.close());

  const first = async (query: string) => {
    const { hits } = await store.app.search.run({ workspaces: ['default'], query, limit: 5 });
    return hits[0]?.passage.text;
  };

  it('lifts what lies within it', async () => {
    expect(await first('where was the team dinner in March 2024')).toBe('team dinner in Porto');
    expect(await first('where was the team dinner in June 2025')).toBe('team dinner in Lisbon');
  });

  it('may be named by an event that is remembered', async () => {
    expect(await first('where was the team dinner before the big launch of the rocket')).toBe('team dinner in Porto');
  });

  it('does not leave out what lies outside', async () => {
    const query = 'team dinner in March 2024';
    const { hits } = await store.app.search.run({ workspaces: ['default'], query, limit: 5 });
    expect(hits.map(({ passage }) => passage.text)).toContain('team dinner in Lisbon');
  });

  it('is read from the words, against the clock', async () => {
    const read = (text: string) => readTimes(text, store.deps.clock.now());
    expect(await timeOf(read('what happened in March 2024'), noEvent)).toMatchObject({
      from: Date.UTC(2024, 2, 1),
      before: Date.UTC(2024, 3, 1),
    });
    expect(await timeOf(read('what happened'), noEvent)).toBeNull();
    expect(await timeOf(read('what happened before the launch'), noEvent)).toBeNull();
    const launch = Date.UTC(2025, 4, 1, 15);
    expect(await timeOf(read('what happened before the launch'), async () => launch)).toMatchObject({
      before: Date.UTC(2025, 4, 1),
    });
  });

  it('makes a repeated question another one when the clock has gone on', async () => {
    const ask = { workspaces: ['default'], query: 'team dinner last month', limit: 5 };
    const before = await store.app.search.run(ask);
    expect(await store.app.search.run(ask)).toBe(before);
    store.clock.advance(40 * 86_400_000);
    expect(await store.app.search.run(ask)).not.toBe(before);
  });
});

describe('favourTime', () => {
  const ranked = (passageId: number, score: number, inTime: boolean) => ({ passageId, score, inTime }) as Ranked;

  it('lifts by its weight and keeps scores within 0–1', () => {
    const hits = [ranked(1, 1, false), ranked(2, 0.8, true)];
    expect(favourTime(hits, 0.5).map(({ passageId }) => passageId)).toEqual([2, 1]);
    expect(favourTime(hits, 0.1).map(({ passageId }) => passageId)).toEqual([1, 2]);
    expect(favourTime(hits, 0)).toBe(hits);
    expect(Math.max(...favourTime([ranked(1, 1, true)], 0.5).map(({ score }) => score))).toBe(1);
  });
});
