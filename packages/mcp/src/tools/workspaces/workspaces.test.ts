import { openTestClient, type TestClient } from '@zapomni/testkit/client';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('workspaces', () => {
  let zapomni: TestClient;
  beforeAll(async () => {
    zapomni = await openTestClient();
  });
  afterAll(() => zapomni.close());

  it('keeps what is in one out of every other', async () => {
    verifies('P004', 'P025');
    await zapomni.call('add_memory', { text: 'the secret of alpha', workspace_id: 'alpha' });
    await zapomni.call('add_memory', { text: 'the secret of beta', workspace_id: 'beta' });
    const found = await zapomni.call('search_memory', { query: 'secret', workspace_id: 'alpha' });
    expect(found.results.map((hit: { text: string }) => hit.text)).toEqual(['the secret of alpha']);
    const id = found.results[0].memory_id;
    expect(await zapomni.fails('get_memory', { memory_id: id, workspace_id: 'beta' })).toContain('NOT_FOUND');
    expect(await zapomni.fails('update_memory', { memory_id: id, text: 'x', workspace_id: 'beta' })).toContain(
      'NOT_FOUND',
    );
    expect(await zapomni.fails('delete_memory', { memory_id: id, confirm: true, workspace_id: 'beta' })).toContain(
      'NOT_FOUND',
    );
  });

  it('belong to the session, not to the process', async () => {
    const other = await zapomni.another();
    await zapomni.call('set_current_workspace', { workspace_id: 'mine' });
    expect((await zapomni.call('get_current_workspace')).workspace_id).toBe('mine');
    expect((await other.call('get_current_workspace')).workspace_id).toBe('default');
    await zapomni.call('add_memory', { text: 'only in mine' });
    expect((await other.call('search_memory', { query: 'only in mine' })).count).toBe(0);
    expect((await other.call('search_memory', { query: 'only in mine', workspace_id: 'mine' })).count).toBe(1);
    expect((await zapomni.call('get_stats')).graph_name).toBe('mine');
    await zapomni.call('set_current_workspace', { workspace_id: 'default' });
    await other.close();
  });

  it('come into being on first use, and say so when named by mistake', async () => {
    expect(await zapomni.call('set_current_workspace', { workspace_id: 'brand-new' })).toMatchObject({ exists: false });
    expect((await zapomni.call('search_memory', { query: 'anything' })).count).toBe(0);
    await zapomni.call('set_current_workspace', { workspace_id: 'default' });
    expect(await zapomni.fails('search_memory', { query: 'x', workspace_id: 'tpyo' })).toMatch(
      /NOT_FOUND.*workspace_id.*list_workspaces/,
    );
  });

  it('have names of one form, and some are reserved', async () => {
    verifies('P024');
    for (const workspace_id of ['Upper', '-dash', 'a b', 'ü', 'x'.repeat(64), '../up']) {
      expect(await zapomni.fails('add_memory', { text: 'x', workspace_id })).toContain('workspace_id');
    }
    for (const workspace_id of ['system', 'admin', 'test', 'global', 'root', 'internal']) {
      expect(await zapomni.fails('create_workspace', { workspace_id })).toContain('reserved');
    }
  });

  it('can be created, listed and, once confirmed, deleted with all they hold', async () => {
    verifies('P024');
    await zapomni.call('create_workspace', { workspace_id: 'doomed', name: 'Doomed', description: 'Not for long' });
    expect(await zapomni.fails('create_workspace', { workspace_id: 'doomed' })).toContain('CONFLICT');
    await zapomni.call('add_memory', { text: 'gone soon', workspace_id: 'doomed' });
    const listed = await zapomni.call('list_workspaces');
    expect(listed.workspaces).toContainEqual({
      workspace_id: 'doomed',
      name: 'Doomed',
      description: 'Not for long',
      memories: 1,
      chunks: 1,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    expect(await zapomni.fails('delete_workspace', { workspace_id: 'doomed' })).toMatch(/FORBIDDEN.*1 memories/);
    expect((await zapomni.call('list_workspaces')).workspaces).toHaveLength(listed.workspaces.length);
    expect(await zapomni.call('delete_workspace', { workspace_id: 'doomed', confirm: true })).toMatchObject({
      removed: { memories: 1, chunks: 1 },
    });
    expect(await zapomni.fails('search_memory', { query: 'gone', workspace_id: 'doomed' })).toContain('NOT_FOUND');
    expect(await zapomni.fails('delete_workspace', { workspace_id: 'default', confirm: true })).toContain('FORBIDDEN');
  });

  it('are not mixed by ten sessions at once', async () => {
    const sessions = await Promise.all(Array.from({ length: 10 }, () => zapomni.another()));
    await Promise.all(
      sessions.map(async (session, i) => {
        await session.call('set_current_workspace', { workspace_id: `ws-${i}` });
        await session.call('add_memory', { text: `I live in ws-${i}` });
      }),
    );
    for (const [i, session] of sessions.entries()) {
      const { results } = await session.call('search_memory', { query: 'I live in' });
      expect(results.map((hit: { text: string }) => hit.text)).toEqual([`I live in ws-${i}`]);
    }
    await Promise.all(sessions.map((session) => session.close()));
  });
});
