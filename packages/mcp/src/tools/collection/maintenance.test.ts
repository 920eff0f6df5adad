/** Taking a library out, cutting it anew and measuring how it is found, through a real client. */
import { readFileSync } from 'node:fs';
import type { Embedder } from '@zapomni/core/ports';
import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { condition } from '@zapomni/testkit/condition';
import { enginesForTests } from '@zapomni/testkit/engines';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ENGINES = await enginesForTests();

const NOUNS = [
  'lantern',
  'glacier',
  'violin',
  'harbour',
  'orchard',
  'comet',
  'beetle',
  'cathedral',
  'monsoon',
  'quartz',
];
const PAPERS = NOUNS.map((noun, i) => ({
  item: {
    type: 'article-journal' as const,
    citekey: `${noun}20${10 + i}`,
    title: `On the ${noun}`,
    abstract: `We measured every ${noun} between spring and autumn, counted ${noun} fragments, compared shapes, and found ${noun}-like patterns everywhere.`,
    identifiers: [],
    contributors: [{ role: 'author' as const, family: 'Moss', given: 'Ada' }],
    issued: { year: 2010 + i },
  },
  source: 'bibliography',
}));

describe.each(ENGINES)('keeping a library in order, on $engine', ({ options }) => {
  let zapomni: TestClient;
  const place = options();
  beforeAll(async () => {
    zapomni = await openTestClient({ ...place, settings: { tools: 'memory,research,tasks' } });
    await zapomni.app.research.library.save({ workspace: 'default', arrivals: PAPERS });
    await zapomni.app.resume();
  });
  afterAll(() => zapomni.close());

  it('exports what is asked for, inline or to a file', async () => {
    const all = await zapomni.call('export_article_data', { format: 'jsonl' });
    const lines = String(all['data']).trim().split('\n');
    expect([all['articles'], lines.length]).toEqual([10, 10]);
    expect(lines.map((line) => (JSON.parse(line) as { citekey: string }).citekey)).toContain('comet2015');
    const few = await zapomni.call('export_article_data', { max_articles: 2, include_metadata: false });
    expect(JSON.parse(String(few['data']))).toEqual([
      { id: expect.any(String), citekey: 'quartz2019', title: 'On the quartz' },
      { id: expect.any(String), citekey: 'monsoon2018', title: 'On the monsoon' },
    ]);
    const found = await zapomni.call('export_article_data', {
      search_query: 'violin',
      max_articles: 1,
      include_content: true,
    });
    expect(JSON.parse(String(found['data']))).toMatchObject([{ citekey: 'violin2012', content: '' }]);
    const file = await zapomni.call('export_article_data', { format: 'csv', filename: 'papers.csv' });
    expect(readFileSync(String(file['path']), 'utf8').split('\r\n')).toHaveLength(12);
    expect(await zapomni.fails('export_article_data', { filename: 'papers.csv' })).toMatch(/exists/);
    expect(await zapomni.fails('export_article_data', { filename: '../papers.csv' })).toMatch(
      /INVALID_INPUT|FORBIDDEN/,
    );
  });

  it('cuts papers anew where they are cut otherwise, and always where that is wanted', async () => {
    const reindex = async (more: object): Promise<unknown> => {
      const { task_id } = await zapomni.call('reindex_collection', { ...more });
      const status = () => zapomni.call('get_task_status', { task_id });
      await condition(async () => (await status())['state'] === 'completed');
      return (await status())['result'];
    };
    expect(await reindex({ clear_existing: false })).toMatchObject({ memories: 10, changed: 0 });
    expect(await reindex({ batch_size: 10 })).toMatchObject({ memories: 10, changed: 10 });
    const { count } = await zapomni.call('search_articles', { query: 'glacier' });
    expect(count).toBeGreaterThan(0);
    expect(await reindex({ include_articles: false })).toMatchObject({ memories: 0 });
    expect(await zapomni.fails('reindex_collection', { include_articles: false, include_notes: false })).toMatch(
      /both/,
    );
  });

  it('shows how a paper is cut', async () => {
    const shown = await zapomni.call('inspect_chunks', { article_identifier: 'violin2012' });
    expect(shown).toMatchObject({
      total: 1,
      chunks: [{ ordinal: 0, start: 0, text: expect.stringContaining('violin') }],
    });
    expect((await zapomni.call('inspect_chunks', { article_identifier: 'violin2012', offset: 1 })).chunks).toEqual([]);
    expect(await zapomni.fails('inspect_chunks', { article_identifier: 'violins' })).toMatch(/NOT_FOUND/);
  });

  it('backs up with or without vectors and files, and brings back what is missing', async () => {
    const whole = await zapomni.call('backup_collection', { include_pdfs: true, include_embeddings: true });
    const plain = await zapomni.call('backup_collection', { compress: false });
    expect([whole['left_out'], plain['left_out']]).toEqual([[], ['vectors', 'blobs']]);
    expect(whole['backup']).toMatch(/^zapomni-\d.*\.backup\.zst$/);
    expect(plain['backup']).toMatch(/^zapomni-part-\d.*\.backup$/);
    expect(whole['memories']).toBe(plain['memories']);
    await zapomni.call('delete_article', { article_identifier: 'glacier2011', confirm_deletion: true });
    const look = (more: object) => zapomni.call('restore_collection', { backup: plain['backup'], ...more });
    expect(await look({})).toMatchObject({ papers: 10, present: 9, deleted: 1, missing: 0, restored: 0 });
    expect(await look({ include_deleted: true })).toMatchObject({ missing: 1, restored: 0 });
    expect(await look({ confirm: true })).toMatchObject({ restored: 0 });
    expect(await look({ include_deleted: true, confirm: true })).toMatchObject({ restored: 1 });
    expect(await zapomni.call('get_article_details', { article_identifier: 'glacier2011' })).toMatchObject({
      title: 'On the glacier',
    });
    const { articles } = await zapomni.call('search_articles', { query: 'glacier fragments' });
    expect((articles as { citekey: string }[])[0]?.citekey).toBe('glacier2011');
    expect(await look({ include_deleted: true })).toMatchObject({ present: 10, missing: 0 });
    expect(await zapomni.fails('restore_collection', { backup: '../x' })).toMatch(/no name of a backup/);
    expect(await zapomni.fails('restore_collection', { backup: 'zapomni-2020.backup' })).toMatch(/NOT_FOUND/);
    expect(await zapomni.fails('backup_collection', { backup_path: '/tmp/elsewhere' })).toMatch(/FORBIDDEN/);
  });

  it('measures searches on questions, given or made, and changes nothing unasked', async () => {
    const given = { query: 'fragments of a beetle', articles: ['beetle2016'] };
    const measured = await zapomni.call('optimize_search', { test_queries: [given, 'quartz'] });
    expect(measured).toMatchObject({ questions: 2, made_up: false, applied: false, current: { recall: 1 } });
    expect((measured['tried'] as object[]).length).toBeGreaterThan(10);
    expect(measured['current']).toHaveProperty('p50_ms');
    const timed = await zapomni.call('optimize_search', { test_queries: ['quartz'] });
    expect(timed).toMatchObject({ current: { p50_ms: expect.any(Number) }, why: expect.stringMatching(/only times/) });
    expect(timed['current']).not.toHaveProperty('recall');
    const made = await zapomni.call('optimize_search', { analyze_performance: false, optimization_focus: 'recall' });
    expect(made).toMatchObject({ questions: 10, made_up: true, current: { fusion: 'weighted', weight_meaning: 0.5 } });
    expect(made['current']).not.toHaveProperty('p50_ms');
    expect(await zapomni.fails('optimize_search', { test_queries: [{ query: 'x', articles: ['nobody'] }] })).toMatch(
      /test_queries\[0\]/,
    );
  });
});

/** A model that takes each thing for the next one: who goes by meaning finds the wrong paper, who goes by words the right one. */
const MISLED: Embedder = {
  model: { name: 'misled', dimensions: NOUNS.length, maxTokens: 512 },
  state: 'ready',
  embed: async (texts, { role }) =>
    texts.map((text) => {
      const at = NOUNS.findIndex((noun) => text.includes(noun));
      const vector = new Float32Array(NOUNS.length);
      vector[(Math.max(at, 0) + (role === 'query' ? 1 : 0)) % NOUNS.length] = 1;
      return { vector, fluency: 1 };
    }),
  warm: async () => undefined,
  close: async () => undefined,
};

describe.each(ENGINES)('tuning the search of a library, on $engine', ({ options }) => {
  const place = { ...options(), embedder: MISLED, settings: { tools: 'memory,research,tasks' } };
  let zapomni: TestClient;
  beforeAll(async () => {
    zapomni = await openTestClient(place);
    await zapomni.app.research.library.save({ workspace: 'default', arrivals: PAPERS });
    await zapomni.app.resume();
    await condition(async () => (await zapomni.call('get_stats'))['pending_embeddings'] === 0);
  });
  afterAll(() => zapomni.close());

  it('indexes anew, changes its parameters where others are better, makes an index of its own and shows chunks', async () => {
    verifies('R266');
    const { task_id } = await zapomni.call('reindex_collection', { clear_existing: true });
    const ended = async () => zapomni.call('get_task_status', { task_id });
    await condition(async () => (await ended())['state'] === 'completed');
    expect((await ended())['result']).toMatchObject({ memories: 10, changed: 10 });

    const test_queries = NOUNS.map((noun, i) => ({ query: `On the ${noun}`, articles: [`${noun}20${10 + i}`] }));
    const first = async (client: TestClient, noun: string): Promise<string> =>
      (await client.call('search_articles', { query: `On the ${noun}` }))['articles'][0].citekey;
    const right = async (client: TestClient) =>
      (await Promise.all(NOUNS.map((noun) => first(client, noun)))).filter(
        (key, i) => key === test_queries[i]?.articles[0],
      );
    const asked = { test_queries, optimization_focus: 'relevance', analyze_performance: false };
    const before = await zapomni.call('optimize_search', asked);
    expect(before).toMatchObject({ questions: 10, applied: false });
    expect(before['better']['weight_meaning']).toBeLessThan(before['current']['weight_meaning']);
    const found = await right(zapomni);
    expect(found.length).toBeLessThan(NOUNS.length);

    expect(await zapomni.call('optimize_search', { ...asked, apply: true })).toMatchObject({
      applied: true,
      better: before['better'],
    });
    expect(await right(zapomni)).toHaveLength(NOUNS.length);
    // Another process of the same store follows, unasked.
    const other = await openTestClient({ ...place, dataDir: zapomni.dataDir });
    try {
      expect(await right(other)).toHaveLength(NOUNS.length);
      const { weight_meaning, weight_rerank, fusion } = before['better'];
      expect(await other.call('optimize_search', asked)).toMatchObject({
        current: { weight_meaning, weight_rerank, fusion },
        applied: false,
      });
    } finally {
      await other.close();
    }

    await zapomni.call('create_custom_index', { index_name: 'strings', topic_filter: 'violin' });
    const { articles } = await zapomni.call('search_articles', { query: 'patterns everywhere', index: 'strings' });
    expect((articles as { citekey: string }[]).map(({ citekey }) => citekey)).toEqual(['violin2012']);
    const { chunks } = await zapomni.call('inspect_chunks', { article_identifier: 'comet2015' });
    expect(chunks).toMatchObject([{ text: expect.stringContaining('We measured every comet') }]);
  });
});
