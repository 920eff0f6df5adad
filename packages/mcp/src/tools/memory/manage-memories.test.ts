import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('managing memories', () => {
  let zapomni: TestClient;
  const add = async (text: string, more = {}) =>
    (await zapomni.call('add_memory', { text, ...more })).memory_id as string;
  const found = async (query: string) =>
    (await zapomni.call('search_memory', { query, limit: 100 })).results.map(
      (hit: { memory_id: string }) => hit.memory_id,
    );

  beforeAll(async () => {
    zapomni = await openTestClient();
  });
  afterAll(() => zapomni.close());

  it('update_memory changes what is given, keeps the rest and the past', async () => {
    verifies('P041');
    const memory_id = await add('The demo is on Tuesday', { tags: ['demo'], source: 'chat' });
    expect(await zapomni.call('update_memory', { memory_id, text: 'The demo is on Wednesday' })).toMatchObject({
      version: 2,
      embedded: true,
    });
    const memory = await zapomni.call('get_memory', { memory_id, history: true });
    expect(memory).toMatchObject({ text: 'The demo is on Wednesday', tags: ['demo'], source: 'chat', version: 2 });
    expect(memory.history).toMatchObject([{ version: 1, text: 'The demo is on Tuesday' }]);
    const { results } = await zapomni.call('search_memory', { query: 'demo tuesday' });
    expect(results.map((hit: { text: string }) => hit.text)).not.toContain('The demo is on Tuesday');
  });

  it('update_memory needs something to change, and a memory', async () => {
    const memory_id = await add('left alone');
    expect(await zapomni.fails('update_memory', { memory_id })).toContain('INVALID_INPUT');
    expect(
      await zapomni.fails('update_memory', { memory_id: '00000000-0000-7000-8000-000000000000', text: 'x' }),
    ).toContain('NOT_FOUND');
    expect(await zapomni.fails('update_memory', { memory_id, text: '  ' })).toContain('text');
    expect((await zapomni.call('get_memory', { memory_id })).version).toBe(1);
  });

  it('delete_memory needs confirmation, then forgets for good', async () => {
    verifies('P007');
    const memory_id = await add('a thing to forget quickly');
    expect(await zapomni.fails('delete_memory', { memory_id })).toContain('confirm');
    expect(await found('thing to forget quickly')).toContain(memory_id);
    const result = await zapomni.raw('delete_memory', { memory_id, confirm: true });
    const { status, removed } = result.structuredContent as { status: string; removed: Record<string, number> };
    expect({ status, removed }).toMatchObject({ status: 'deleted', removed: { memories: 1, chunks: 1, versions: 0 } });
    for (const part of ['mentions', 'relations', 'entities'])
      expect(textOf(result)).toContain(`${part}: ${removed[part]}`);
    expect(await found('thing to forget quickly')).not.toContain(memory_id);
    expect(await zapomni.fails('get_memory', { memory_id })).toContain('NOT_FOUND');
    expect(await zapomni.fails('delete_memory', { memory_id, confirm: true })).toContain('NOT_FOUND');
  });

  it('list_memories pages newest first, each once', async () => {
    const workspace_id = 'pages';
    for (let day = 1; day <= 7; day++)
      await add(`day ${day}`, { workspace_id, metadata: { timestamp: `2024-01-0${day}` } });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await zapomni.call('list_memories', { limit: 3, workspace_id, ...(cursor ? { cursor } : {}) });
      expect(page.total).toBe(7);
      seen.push(...page.memories.map((memory: { text_preview: string }) => memory.text_preview));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(['day 7', 'day 6', 'day 5', 'day 4', 'day 3', 'day 2', 'day 1']);
    const filtered = await zapomni.call('list_memories', {
      workspace_id,
      filters: { date_from: '2024-01-03', date_to: '2024-01-04' },
    });
    expect(filtered.total).toBe(2);
    expect(await zapomni.fails('list_memories', { cursor: 'no such cursor', workspace_id })).toContain('cursor');
  });

  it('clear_all wants the exact phrase, and empties one workspace', async () => {
    verifies('P008');
    await add('survivor', { workspace_id: 'keep' });
    await add('victim', { workspace_id: 'wipe' });
    for (const confirm of ['delete all memories', 'DELETE ALL MEMORIES ', 'yes', '']) {
      expect(await zapomni.fails('clear_all', { confirm, workspace_id: 'wipe' })).toContain('DELETE ALL MEMORIES');
    }
    const cleared = await zapomni.call('clear_all', { confirm: 'DELETE ALL MEMORIES', workspace_id: 'wipe' });
    expect(cleared).toMatchObject({ status: 'cleared', workspace_id: 'wipe', removed: { memories: 1 } });
    expect((await zapomni.call('search_memory', { query: 'victim', workspace_id: 'wipe' })).count).toBe(0);
    expect((await zapomni.call('search_memory', { query: 'survivor', workspace_id: 'keep' })).count).toBe(1);
  });

  it('get_stats tells the truth', async () => {
    verifies('R147', 'R148', 'D020');
    await zapomni.call('set_current_workspace', { workspace_id: 'counted' });
    const empty = await zapomni.call('get_stats');
    expect(empty).toMatchObject({ total_memories: 0, total_chunks: 0, graph_name: 'counted', pending_embeddings: 0 });
    await add('one');
    await add(`${'A longer text with many words in it. '.repeat(200)}`);
    await zapomni.call('search_memory', { query: 'longer text' });
    await zapomni.call('search_memory', { query: 'longer text' });
    const stats = await zapomni.call('get_stats');
    expect(stats.total_memories).toBe(2);
    expect(stats.total_chunks).toBeGreaterThan(3);
    expect(stats.database_size_mb).toBeGreaterThan(0);
    expect(stats.cache_hit_rate).toBeGreaterThan(0);
    expect(stats.avg_query_latency_ms).toBeGreaterThan(0);
    expect(stats.all_memories).toBeGreaterThan(stats.total_memories);
    expect(textOf(await zapomni.raw('get_stats'))).toContain('Workspace counted: 2 memories');
    await zapomni.call('set_current_workspace', { workspace_id: 'default' });
  });

  it('logs what happened by id, never what was said', async () => {
    verifies('R167', 'R178');
    const memory_id = await add('an unmistakable phrase about marmalade', { metadata: { hidden: 'quince' } });
    await zapomni.call('search_memory', { query: 'unmistakable marmalade' });
    const log = JSON.stringify(zapomni.logger.records);
    expect(log).toContain('memory_added');
    expect(log).toContain(memory_id);
    expect(log).not.toMatch(/marmalade|quince/);
  });
});
