import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyseQuery, readQuery } from '../query/analyse-query.ts';
import { gatherCandidates, type Gathering } from './gather-candidates.ts';
import { WordCounts } from '../query/word-counts.ts';

describe('gatherCandidates', () => {
  let store: FilledStore;
  beforeAll(async () => {
    store = openFilledStore();
    await store.remember([
      { text: 'red kettle in the kitchen', tags: ['home'] },
      { text: 'a rocket on the pad', tags: ['work'] },
    ]);
    await store.remember(['red kettle at the office'], 'office');
    await store.remember(['red kettle of a stranger'], 'stranger');
  });
  afterAll(() => store.close());

  const gather = async (query: string, rest: Partial<Gathering> = {}) => {
    const workspaces = rest.workspaces ?? ['default'];
    const analysed = await analyseQuery(store.deps, readQuery(query), {
      workspaces,
      isOn: () => true,
      counts: new WordCounts(store.deps.storage.fullText),
    });
    const [embedding = null] = await store.deps.embedder.embed([query], { role: 'query' });
    const found = await gatherCandidates(store.deps, {
      query: analysed,
      embedding: Promise.resolve(embedding),
      depth: 10,
      workspaces,
      filter: undefined,
      byWords: true,
      ...rest,
    });
    return new Map(found.map((candidate) => [candidate.memoryId, candidate]));
  };

  it('gives each both scores, whichever signal found it', async () => {
    const found = await gather('kettle', { depth: 1 });
    const kettle = found.get(store.idOf('red kettle in the kitchen'));
    expect(kettle?.words).toBeGreaterThan(0);
    expect(kettle?.meaning).toBeGreaterThan(0);
    const all = await gather('kettle');
    expect(all.get(store.idOf('a rocket on the pad'))?.words).toBeNull();
  });

  it('looks through several workspaces together, and no other', async () => {
    const found = await gather('kettle', { workspaces: ['default', 'office'] });
    expect([...found.values()].filter(({ words }) => words !== null).map(({ workspace }) => workspace)).toEqual([
      'default',
      'office',
    ]);
    expect(found.has(store.idOf('red kettle of a stranger'))).toBe(false);
  });

  it('keeps to the filter in both signals, before the cut', async () => {
    verifies('D003');
    const found = await gather('red kettle', { filter: { tags: ['work'] }, depth: 1 });
    expect([...found.keys()]).toEqual([store.idOf('a rocket on the pad')]);
  });

  it('goes by one signal where the other is missing', async () => {
    verifies('P036');
    const byWords = await gather('kettle', { embedding: Promise.resolve(null) });
    expect([...byWords.values()].map(({ meaning }) => meaning)).toEqual([null]);
    const byMeaning = await gather('kettle', { byWords: false });
    expect([...byMeaning.values()].every(({ words }) => words === null)).toBe(true);
    expect(byMeaning.size).toBe(2);
  });
});
