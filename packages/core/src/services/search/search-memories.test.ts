import { openFilledStore, type FilledStore } from '@zapomni/testkit/filled-store';
import { createApp } from '@zapomni/core';
import type { SearchRequest } from '@zapomni/core/search';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEARCH_STAGES } from '../../model/index.ts';

describe('searchMemories', () => {
  let store: FilledStore;
  beforeAll(async () => {
    store = openFilledStore();
    await store.remember([
      'Postgres was chosen for billing',
      'Postgres was chosen for billing!',
      'Redis was rejected for billing',
      'The rate limit of the API is 100 requests per minute',
      'The rate limit of the API is 250 requests per minute',
      'The cat sleeps on the sofa all day',
    ]);
    await store.remember(['Postgres holds the invoices of the office'], 'office');
  });
  afterAll(() => store.close());

  const search = (query: string, rest: Partial<SearchRequest> = {}) =>
    store.app.search.run({ workspaces: ['default'], query, limit: 10, ...rest });
  const texts = async (query: string, rest: Partial<SearchRequest> = {}) =>
    (await search(query, rest)).hits.map(({ passage }) => passage.text);

  it('finds misspelt words', async () => {
    expect((await texts('postgers'))[0]).toContain('Postgres');
  });

  it('collapses near-duplicates and names them', async () => {
    const { hits } = await search('which database was chosen for billing');
    const chosen = hits.filter(({ passage }) => passage.text.startsWith('Postgres was chosen'));
    expect(chosen).toHaveLength(1);
    expect(chosen[0]?.duplicates).toHaveLength(1);
  });

  it('points out contradictions', async () => {
    const { hits } = await search('API rate limit');
    expect(hits[0]?.conflicts).toEqual([hits[1]?.memory.id]);
  });

  it('searches several workspaces together', async () => {
    expect(await texts('postgres', { workspaces: ['default', 'office'] })).toEqual(
      expect.arrayContaining(['Postgres holds the invoices of the office', 'Postgres was chosen for billing']),
    );
    expect(await texts('postgres', { workspaces: ['office'] })).toEqual(['Postgres holds the invoices of the office']);
  });

  it('gives scores that fall, and nothing below the least asked for', async () => {
    const { hits } = await search('postgres billing');
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const least = scores[0] ?? 1;
    expect((await search('postgres billing', { minScore: least })).hits.every(({ score }) => score >= least)).toBe(
      true,
    );
    expect(await search('cat postgres api', { minScore: 1 })).toMatchObject({ hits: [], abstained: true });
  });

  it('explains itself when asked, and only then', async () => {
    expect(await search('postgers billing')).not.toHaveProperty('explanation');
    const { explanation, hits } = await search('postgers billing', { explain: true });
    expect(explanation?.corrections).toHaveLength(1);
    expect(explanation?.terms).toEqual(expect.arrayContaining(['bill', ...(explanation?.corrections ?? [])]));
    expect(explanation?.stages).toEqual(SEARCH_STAGES.filter((stage) => stage !== 'cross-encoder'));
    expect(explanation?.weights).toEqual({ meaning: 0.5, time: 0 });
    expect(explanation?.candidates).toBe(6);
    expect(explanation?.hits.map((hit) => hit.memory)).toEqual(hits.map((hit) => hit.memory.id));
    const [best] = explanation?.hits ?? [];
    expect(best).toMatchObject({ time: false, names: 0, complement: expect.any(Number), place: 1 });
    for (const given of [best?.words, best?.meaning, best?.fused, best?.score, best?.fit])
      expect(given).toBeGreaterThan(0);
  });

  it('puts the newer of two statements first, and says so', async () => {
    const [porto, ghent] = await store.remember(
      [
        { text: 'The office of the choir is in Porto', metadata: { timestamp: '2024-03-01' } },
        {
          text: 'Since spring the office of the choir is in Ghent, by the canal',
          metadata: { timestamp: '2025-03-01' },
        },
      ],
      'choir',
    );
    const { hits, explanation } = await search('office of the choir', {
      workspaces: ['choir'],
      explain: true,
    });
    expect(hits.map(({ memory }) => memory.id)).toEqual([ghent, porto]);
    expect(explanation?.hits[0]).toMatchObject({ memory: ghent, newer: [porto], place: 2 });
  });

  it.each(['rrf', 'rsf', 'dbsf'])('finds with %s too', async (fusion) => {
    const other = createApp({ ...store.deps, config: { ...store.deps.config, fusion: fusion as 'rrf' } });
    const { hits } = await other.search.run({ workspaces: ['default'], query: 'cat sofa', limit: 3 });
    expect(hits[0]?.passage.text).toBe('The cat sleeps on the sofa all day');
  });

  it('does without the stages that are switched off', async () => {
    const without = createApp({
      ...store.deps,
      config: { ...store.deps.config, search_off: 'spelling,collapse,meaning' },
    });
    const { hits, mode, explanation } = await without.search.run({
      workspaces: ['default'],
      query: 'postgers billing',
      limit: 10,
      explain: true,
    });
    expect(mode).toBe('words');
    expect(explanation?.corrections).toEqual([]);
    expect(explanation?.stages).not.toContain('collapse');
    expect(hits.map(({ passage }) => passage.text)).toEqual(
      expect.arrayContaining(['Postgres was chosen for billing', 'Postgres was chosen for billing!']),
    );
  });

  it('does not search on once the caller has gone', async () => {
    await expect(search('billing', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });
});

describe('a repeated search', () => {
  const embedder = createFakeEmbedder();
  let store: FilledStore;
  beforeAll(async () => {
    store = openFilledStore({ embedder });
    await store.remember(['Postgres was chosen for billing']);
  });
  afterAll(() => store.close());
  const request = { workspaces: ['default'], query: 'Billing', limit: 5 };
  const rate = async () => (await store.app.store.stats('default')).queryCacheHitRate;

  it('is answered from memory, told apart by everything it depends on', async () => {
    verifies('P034', 'D020', 'D023');
    const first = await store.app.search.run(request);
    expect(await rate()).toBe(0);
    expect(await store.app.search.run(request)).toBe(first);
    expect(await rate()).toBe(0.5);
    for (const other of [{ query: 'billing' }, { limit: 6 }, { filter: { tags: ['x'] } }, { workspaces: ['other'] }])
      expect(await store.app.search.run({ ...request, ...other })).not.toBe(first);
    Object.assign(embedder, { model: { ...embedder.model, name: 'another' } });
    expect(await store.app.search.run(request)).not.toBe(first);
    Object.assign(embedder, { model: { ...embedder.model, name: 'fake-words' } });
  });

  it('sees what was written since, by this process or another', async () => {
    const count = async () => (await store.app.search.run(request)).hits.length;
    expect([await count(), await count()]).toEqual([1, 1]);
    await store.remember(['Billing closes at noon']);
    expect([await count(), await count()]).toEqual([2, 2]);
    const partner = store.another();
    const { memories } = await partner.memories.add({
      workspace: 'default',
      drafts: [{ text: 'Billing opens at nine' }],
      batch: false,
    });
    expect([await count(), await count()]).toEqual([3, 3]);
    await partner.memories.delete('default', [memories[0]?.id ?? '']);
    expect([await count(), await count()]).toEqual([2, 2]);
    await partner.close();
  });

  it('looks again where the model was not ready', async () => {
    embedder.failing = true;
    const query = { ...request, query: 'noon' };
    expect(await store.app.search.run(query)).toMatchObject({ mode: 'words' });
    embedder.failing = false;
    expect(await store.app.search.run(query)).toMatchObject({ mode: 'hybrid' });
  });
});
