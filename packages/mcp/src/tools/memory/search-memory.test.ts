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
