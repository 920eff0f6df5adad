import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { estimateTokens } from '@zapomni/core/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ask = { workspace: 'default', budget: 1500 };

describe('getContext', () => {
  let store: FilledStore;
  beforeAll(async () => {
    store = openFilledStore();
    await store.remember([
      { text: 'The payment gateway retries three times', kind: 'fact' },
      { text: 'session-store.ts must never log tokens', kind: 'fact' },
      { text: 'Tabs, not spaces', kind: 'preference' },
      { text: 'The door code is on the fridge', tags: ['pinned'] },
      { text: 'Old: we deploy on Mondays', kind: 'decision' },
    ]);
    await store.remember([
      { text: 'We deploy on Thursdays', kind: 'decision', supersedes: store.idOf('Old: we deploy on Mondays') },
    ]);
    await store.remember(Array.from({ length: 30 }, (_, i) => `Chatter number ${i} about the weather`));
    await store.remember(['The payment gateway of someone else'], 'elsewhere');
  });
  afterAll(() => store.close());

  const get = async (request: object = {}) => {
    const { entries, leftOut } = await store.app.context.get({ ...ask, ...request });
    return { entries, leftOut, texts: entries.map(({ text }) => text) };
  };

  it('tells what has to do with the topic and the files, then what stands, then what is new', async () => {
    const { entries } = await get({ topic: 'payment gateway retries', files: ['src/auth/session-store.ts'] });
    const reasonOf = (text: string) => entries.find((entry) => entry.text === text)?.reason;
    expect(reasonOf('The payment gateway retries three times')).toBe('topic');
    expect(reasonOf('session-store.ts must never log tokens')).toBe('file');
    expect(reasonOf('Tabs, not spaces')).toBe('standing');
    expect(entries.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['recent']));
    const order = ['topic', 'file', 'standing', 'recent'];
    const places = entries.map(({ reason }) => Math.max(1, order.indexOf(reason)));
    expect(places).toEqual(places.toSorted());
  });

  it('puts pinned memories first among those that stand', async () => {
    const { entries } = await get();
    expect(entries[0]).toMatchObject({ text: 'The door code is on the fridge', reason: 'standing' });
  });

  it('tells each once, nothing superseded and nothing of other workspaces', async () => {
    const { entries, texts } = await get({ topic: 'deploy gateway', budget: 10_000 });
    expect(new Set(entries.map(({ memory }) => memory.id)).size).toBe(entries.length);
    expect(texts).toContain('We deploy on Thursdays');
    expect(texts).not.toContain('Old: we deploy on Mondays');
    expect(texts).not.toContain('The payment gateway of someone else');
  });

  it.each([100, 300, 700, 1500])('keeps within %i tokens and says what did not fit', async (budget) => {
    const { entries, leftOut } = await get({ topic: 'weather', budget });
    const shown = entries.map(({ memory, text, reason }) => {
      const { id, kind, createdAt } = memory;
      return { memory_id: id, text, timestamp: new Date(createdAt).toISOString(), kind, reason };
    });
    expect(estimateTokens(JSON.stringify(shown))).toBeLessThanOrEqual(budget);
    expect(entries.length).toBeGreaterThan(0);
    if (budget < 1500) expect(leftOut).toBeGreaterThan(0);
  });

  it('has room for one: the best of what was asked about, not the newest', async () => {
    const { texts } = await get({ topic: 'payment gateway retries', budget: 80 });
    expect(texts).toEqual(['The payment gateway retries three times']);
  });

  it('lets no part crowd out the others while there is room for all', async () => {
    const { entries } = await get({ topic: 'chatter about the weather', budget: 700 });
    expect(new Set(entries.map(({ reason }) => reason))).toEqual(new Set(['topic', 'standing', 'recent']));
  });

  it('shows long memories as one line, cut around what matches', async () => {
    const filler = 'Nothing to see here at all. '.repeat(40);
    await store.remember([{ text: `${filler}\nThe zeppelin lands at dawn.\n${filler}` }], 'long');
    const { texts } = await get({ topic: 'zeppelin', workspace: 'long' });
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/^….*The zeppelin lands at dawn\..*…$/);
    const [beginning] = (await get({ workspace: 'long' })).texts;
    expect(beginning).toMatch(/^Nothing to see here.*…$/);
    expect(beginning?.length).toBeLessThanOrEqual(301);
  });

  it('has nothing to tell of an empty workspace', async () => {
    expect(await get({ workspace: 'empty', topic: 'x', files: ['a-b.ts'] })).toMatchObject({ entries: [], leftOut: 0 });
  });
});
