/** What comes in at the tools: cleaned before anything is done with it, and served with no more services than there must be. */
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

describe('arguments', () => {
  let zapomni: TestClient;
  beforeEach(async () => {
    zapomni = await openTestClient();
  });
  afterEach(() => zapomni.close());

  it('are trimmed and type-checked, and what else a request carries reaches nothing', async () => {
    verifies('R313');
    const given = { text: ' \t Clean at both ends \n', tags: ['  a ', 'a', ' '], source: 'desk' };
    const added = await zapomni.client.callTool({
      name: 'add_memory',
      arguments: given,
      _meta: { 'com.example/role': 'admin', tags: ['forged'], workspace_id: 'forged', memory_id: 'forged' },
    });
    const { memory_id } = added.structuredContent as { memory_id: string };
    const stored = await zapomni.call('get_memory', { memory_id });
    expect(stored).toMatchObject({ text: 'Clean at both ends', tags: ['a'], source: 'desk', metadata: {} });
    expect(JSON.stringify(stored)).not.toMatch(/forged|admin/);
    expect(await zapomni.call('search_memory', { query: '  both ends \n' })).toMatchObject({ count: 1 });
    const before = await zapomni.call('get_stats');
    const wrong = [
      { text: 5 },
      { text: 'x', tags: 'a, b' },
      { text: 'x', metadata: [] },
      { text: 'x', role: 'admin' },
      JSON.parse('{"text":"x","__proto__":{"workspace_id":"forged"}}') as Record<string, unknown>,
    ];
    for (const args of wrong) expect(await zapomni.fails('add_memory', args)).toMatch(/^INVALID_INPUT: /);
    expect(await zapomni.call('get_stats')).toMatchObject({
      total_memories: before.total_memories,
      workspaces: before.workspaces,
    });
  });
});

describe('services', () => {
  it('come in one container; those that are optional may be missing, and the rest works', async () => {
    verifies('R256');
    // No opener of models, no reranker, no language model, no folder of files; one app holds what there is.
    const zapomni = await openTestClient({ settings: { graph: 'off' } });
    expect((await zapomni.client.listTools()).tools.length).toBeGreaterThan(30);
    await zapomni.call('add_memory', { text: 'Served with little' });
    expect(await zapomni.call('search_memory', { query: 'served with little' })).toMatchObject({ count: 1 });
    const missing = await zapomni.raw('set_model', { use: 'llm', model: 'any' });
    expect([missing.isError, textOf(missing)]).toEqual([true, expect.stringMatching(/^[A-Z_]+: /)]);
    await expect(zapomni.client.readResource({ uri: 'file:///etc/hosts' })).rejects.toThrow(/not found/i);
    expect(zapomni.logger.of('resource_provider_off')).toHaveLength(1);
    expect(await zapomni.call('get_stats')).toMatchObject({ total_memories: 1 });
    await zapomni.close();
  });
});
