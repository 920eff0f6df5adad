import { estimateTokens } from '@zapomni/core/model';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('search_memory', () => {
  let zapomni: TestClient;
  const texts = (found: { results: { text: string }[] }) => found.results.map(({ text }) => text);

  beforeAll(async () => {
    zapomni = await openTestClient();
    await zapomni.call('add_memory', {
      items: [
        {
          text: 'Postgres was chosen for billing',
          tags: ['decision', 'db'],
          source: 'meeting',
          metadata: { timestamp: '2024-03-01T23:59:59Z' },
        },
        {
          text: 'Redis was rejected for billing',
          tags: ['decision'],
          source: 'mail',
          metadata: { timestamp: '2024-03-02' },
        },
        {
          text: 'Lunch on Friday was pizza',
          tags: ['food'],
          kind: 'event',
          metadata: { timestamp: '2024-04-10', place: 'Rome' },
        },
        { text: 'Кошка спит на диване' },
        { text: 'naïve café owner in São Paulo' },
        { text: 'use std::vector in C++ and getUserById in JS' },
      ],
    });
  });
  afterAll(() => zapomni.close());

  it('answers with everything a caller needs', async () => {
    verifies('R145', 'R146', 'D006');
    const result = await zapomni.raw('search_memory', { query: 'postgres billing', limit: 2 });
    expect(textOf(result)).toMatch(/^Found 2 results/);
    const [hit] = (result.structuredContent as { results: Record<string, unknown>[] }).results;
    expect(hit).toMatchObject({
      text: 'Postgres was chosen for billing',
      tags: ['decision', 'db'],
      source: 'meeting',
      timestamp: '2024-03-01T23:59:59.000Z',
      metadata: {},
    });
    expect(hit?.similarity_score).toBeGreaterThan(0);
    expect(hit?.similarity_score).toBeLessThanOrEqual(1);
    expect(textOf(result)).toContain(String(hit?.memory_id));
  });

  it('uses words and meaning together', async () => {
    verifies('D002');
    const { results, mode } = await zapomni.call('search_memory', { query: 'billing' });
    expect(mode).toBe('hybrid');
    expect(results[0].matched).toEqual(['words', 'meaning']);
  });

  it.each([
    ['кошка', 'Кошка спит на диване'],
    ['cafe sao', 'naïve café owner in São Paulo'],
    ['C++', 'use std::vector in C++ and getUserById in JS'],
    ['user id', 'use std::vector in C++ and getUserById in JS'],
  ])('finds %s', async (query, text) => {
    expect(texts(await zapomni.call('search_memory', { query }))[0]).toBe(text);
  });

  it('filters by tag, source, kind and day, the last day included', async () => {
    verifies('R144', 'P006', 'D022');
    const find = async (filters: object) =>
      texts(await zapomni.call('search_memory', { query: 'billing pizza', filters })).toSorted();
    expect(await find({ tags: ['db', 'food'] })).toEqual([
      'Lunch on Friday was pizza',
      'Postgres was chosen for billing',
    ]);
    expect(await find({ source: 'mail' })).toEqual(['Redis was rejected for billing']);
    expect(await find({ kind: 'event' })).toEqual(['Lunch on Friday was pizza']);
    expect(await find({ date_to: '2024-03-01' })).toEqual(['Postgres was chosen for billing']);
    expect(await find({ date_from: '2024-03-02', date_to: '2024-03-02' })).toEqual(['Redis was rejected for billing']);
    expect(await find({ date_from: '2030-01-01' })).toEqual([]);
  });

  it('refuses filters it does not know and dates that are none', async () => {
    expect(await zapomni.fails('search_memory', { query: 'x', filters: { colour: 'red' } })).toMatch(/colour/);
    expect(await zapomni.fails('search_memory', { query: 'x', filters: { date_from: 'last week' } })).toMatch(
      /filters\.date_from.*2024-03-31/,
    );
  });

  it('applies filter and workspace before the cut: a lone match among many is found', async () => {
    verifies('D003', 'P025');
    const items = Array.from({ length: 300 }, (_, i) => ({ text: `needle report number ${i}` }));
    await zapomni.call('add_memory', { items, workspace_id: 'crowd' });
    await zapomni.call('add_memory', {
      text: 'needle report, the special one',
      tags: ['special'],
      workspace_id: 'crowd',
    });
    await zapomni.call('add_memory', { text: 'needle in a small place', workspace_id: 'small' });
    const special = await zapomni.call('search_memory', {
      query: 'needle report number',
      limit: 1,
      filters: { tags: ['special'] },
      workspace_id: 'crowd',
    });
    expect(texts(special)).toEqual(['needle report, the special one']);
    const small = await zapomni.call('search_memory', {
      query: 'needle report number',
      limit: 1,
      workspace_id: 'small',
    });
    expect(texts(small)).toEqual(['needle in a small place']);
  });

  it('groups by memory and gives the best passage of a long one', async () => {
    const filler = 'Nothing of interest happened on that day in the harbour. '.repeat(120);
    const { memory_id } = await zapomni.call('add_memory', {
      text: `${filler}\n\nThe xylophone was found under the bridge.\n\n${filler}`,
    });
    const { results } = await zapomni.call('search_memory', { query: 'xylophone bridge' });
    expect(results.filter((hit: { memory_id: string }) => hit.memory_id === memory_id)).toHaveLength(1);
    expect(results[0].text).toContain('xylophone');
    expect(results[0].passage.count).toBeGreaterThan(1);
    const whole = await zapomni.call('get_memory', { memory_id });
    expect(whole.text.slice(results[0].passage.start, results[0].passage.end)).toBe(results[0].text);
  });

  it('is not misled by query syntax', async () => {
    const found = await zapomni.call('search_memory', {
      query: '"unbalanced AND (OR NOT * NEAR/3 col:x ^ - ; DROP TABLE memories; -- billing',
    });
    expect(found.count).toBeGreaterThan(0);
  });

  it('checks query and limit', async () => {
    verifies('R141', 'R142', 'R143');
    expect(await zapomni.fails('search_memory', { query: '   ' })).toContain(
      'query cannot be empty or whitespace-only',
    );
    expect(await zapomni.fails('search_memory', { query: 'x'.repeat(1001) })).toContain('1000');
    expect(await zapomni.fails('search_memory', { query: 'x', limit: 0 })).toContain('limit');
    expect(await zapomni.fails('search_memory', { query: 'x', limit: 101 })).toContain('limit');
    expect(await zapomni.fails('search_memory', { query: 'x', limit: 1.5 })).toContain('limit');
    expect((await zapomni.call('search_memory', { query: 'billing' })).count).toBeLessThanOrEqual(10);
  });

  it('answers from words while the model cannot be used, and says so', async () => {
    const embedder = createFakeEmbedder();
    embedder.failing = true;
    const broken = await openTestClient({ embedder });
    const added = await broken.call('add_memory', { text: 'words are enough for this' });
    expect(added.embedded).toBe(false);
    const found = await broken.raw('search_memory', { query: 'words enough' });
    expect(found.structuredContent).toMatchObject({ mode: 'words', count: 1 });
    expect(textOf(found)).toContain('words alone');
    expect((await broken.call('get_stats')).pending_embeddings).toBe(1);
    await broken.close();
  });
});

describe('what search_memory gives back', () => {
  let zapomni: TestClient;
  const filler = 'Nothing of interest happened on that day in the harbour. '.repeat(25);
  const long = `${filler}The xylophone was found under the bridge. ${filler}`;
  beforeAll(async () => {
    zapomni = await openTestClient();
    await zapomni.call('add_memory', {
      items: [
        { text: 'The xylophone was sold for 100 euros', tags: ['trade'], source: 'ledger' },
        { text: 'The xylophone was sold for 250 euros' },
        { text: 'The xylophone hung in the hall of the museum\nfor many years', metadata: { room: 3 } },
      ],
    });
    await zapomni.call('add_memory', { text: long, workspace_id: 'long' });
    await zapomni.call('add_memory', { text: 'A xylophone for the office', workspace_id: 'office' });
  });
  afterAll(() => zapomni.close());

  it('is the passage that matches, or the part of it around the match, or a line', async () => {
    const find = async (detail?: string) => {
      const ask = { query: 'xylophone under the bridge', workspace_id: 'long', detail };
      return (await zapomni.call('search_memory', ask)).results[0];
    };
    const [full, snippet, index] = [await find(), await find('snippet'), await find('index')];
    expect(full.text.length).toBeGreaterThan(600);
    expect(full).not.toHaveProperty('truncated');
    expect(snippet.text).toContain('xylophone was found under the bridge');
    expect(snippet.text.length).toBeLessThanOrEqual(600);
    expect(long.slice(snippet.passage.start, snippet.passage.end)).toBe(snippet.text);
    expect(index.text.length).toBeLessThanOrEqual(80);
    expect(Object.keys(index).toSorted()).toEqual(['memory_id', 'similarity_score', 'text', 'timestamp', 'truncated']);
    expect(new Set([full.memory_id, snippet.memory_id, index.memory_id]).size).toBe(1);
  });

  it.each([150, 300, 700, 5000])(
    'keeps within %i tokens, best first, and says what did not fit',
    async (budget_tokens) => {
      const all = await zapomni.call('search_memory', { query: 'xylophone sold', detail: 'snippet' });
      const result = await zapomni.raw('search_memory', { query: 'xylophone sold', detail: 'snippet', budget_tokens });
      const found = result.structuredContent as { count: number; results: { memory_id: string }[]; left_out?: number };
      expect(found.results.reduce((sum, hit) => sum + estimateTokens(JSON.stringify(hit)), 0)).toBeLessThanOrEqual(
        budget_tokens,
      );
      expect(estimateTokens(textOf(result))).toBeLessThanOrEqual(budget_tokens + 20);
      expect(found.count).toBeGreaterThan(0);
      const ids = (hits: { memory_id: string }[]) => hits.map(({ memory_id }) => memory_id);
      expect(ids(found.results)).toEqual(ids(all.results).slice(0, found.count));
      expect(found.count + (found.left_out ?? 0)).toBe(all.count);
      expect(textOf(result).includes('did not fit')).toBe(found.left_out !== undefined);
    },
  );

  it('says so when nothing fits the budget', async () => {
    const result = await zapomni.raw('search_memory', { query: 'xylophone', budget_tokens: 5 });
    expect(result.structuredContent).toMatchObject({ count: 0, abstained: false, left_out: 3 });
    expect(textOf(result)).toMatch(/^Found 0 results: .*budget_tokens/);
  });

  it('marks contradictions', async () => {
    const result = await zapomni.raw('search_memory', { query: 'what was the xylophone sold for' });
    const [first, second] = (result.structuredContent as { results: { memory_id: string; conflicts: string[] }[] })
      .results;
    expect(first?.conflicts).toEqual([second?.memory_id]);
    expect(textOf(result)).toContain(`Seems to contradict ${second?.memory_id}`);
  });

  it('marks what was superseded', async () => {
    const old = await zapomni.call('add_memory', { text: 'The harbour master is Ada', workspace_id: 'harbour' });
    const now = await zapomni.call('add_memory', {
      text: 'The harbour master is Grace',
      supersedes: old.memory_id,
      workspace_id: 'harbour',
    });
    const ask = { query: 'who is harbour master', workspace_id: 'harbour' };
    expect((await zapomni.call('search_memory', ask)).count).toBe(1);
    const past = await zapomni.raw('search_memory', { ...ask, filters: { include_superseded: true } });
    expect(textOf(past)).toContain(`Superseded by ${now.memory_id}`);
  });

  it('abstains below min_score, and says what to do', async () => {
    const ask = { query: 'xylophone and a zebra', min_score: 1 };
    const result = await zapomni.raw('search_memory', ask);
    expect(result.structuredContent).toMatchObject({ count: 0, results: [], abstained: true });
    expect(textOf(result)).toMatch(/^Found 0 results.*min_score/);
    expect((await zapomni.call('search_memory', { query: 'xylophone' })).abstained).toBe(false);
    expect(await zapomni.fails('search_memory', { query: 'x', min_score: 2 })).toContain('min_score');
  });

  it('hides nothing that it found: what hardly fits comes marked, unless only what fits is wanted', async () => {
    const workspace_id = 'rome';
    await zapomni.call('add_memory', { text: 'I do not eat cheese', kind: 'preference', workspace_id });
    const ask = { query: 'Plan my dinner in Rome', workspace_id };
    const result = await zapomni.raw('search_memory', ask);
    expect(result.structuredContent).toMatchObject({
      count: 1,
      abstained: true,
      results: [{ text: 'I do not eat cheese', weak: true }],
    });
    expect(textOf(result)).toMatch(/^Found 1 results\. None seems to answer this\./);
    expect(textOf(result)).toContain('weak] I do not eat cheese');
    const strict = await zapomni.raw('search_memory', { ...ask, strict: true });
    expect(strict.structuredContent).toMatchObject({ count: 0, results: [], abstained: true });
    expect(textOf(strict)).toMatch(/^Found 0 results\. Nothing stored seems to answer this/);
    const { results } = await zapomni.call('search_memory', { query: 'cheese', workspace_id });
    expect(results[0]).not.toHaveProperty('weak');
  });

  it('searches several workspaces together and says which each is from', async () => {
    const { results } = await zapomni.call('search_memory', {
      query: 'xylophone',
      workspace_id: ['default', 'office'],
    });
    const places = new Set(results.map((hit: { workspace_id: string }) => hit.workspace_id));
    expect(places).toEqual(new Set(['default', 'office']));
    expect(await zapomni.fails('search_memory', { query: 'x', workspace_id: ['default', 'nowhere'] })).toContain(
      'nowhere',
    );
    const alone = await zapomni.call('search_memory', { query: 'xylophone', workspace_id: ['office'] });
    expect(alone).toMatchObject({ count: 1 });
    expect(alone.results[0]).not.toHaveProperty('workspace_id');
  });

  it('explains itself when asked', async () => {
    expect(await zapomni.call('search_memory', { query: 'xylophone' })).not.toHaveProperty('explanation');
    const { explanation } = await zapomni.call('search_memory', { query: 'xylophone', explain: true });
    expect(explanation.terms).toContain('xylophon');
  });
});
