import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('get_context', () => {
  let zapomni: TestClient;
  beforeAll(async () => {
    zapomni = await openTestClient();
    await zapomni.call('add_memory', {
      items: [
        { text: 'The payment gateway retries three times', metadata: { timestamp: '2024-03-01' } },
        { text: 'session-store.ts must never log tokens' },
        { text: 'Tabs, not spaces', kind: 'preference' },
        ...Array.from({ length: 60 }, (_, i) => ({ text: `Chatter number ${i} about the weather in the old town` })),
      ],
    });
  });
  afterAll(() => zapomni.close());

  it('tells what to know, one line each, with date and id', async () => {
    const result = await zapomni.raw('get_context', { topic: 'payment gateway', files: ['src/session-store.ts'] });
    const { entries } = result.structuredContent as { entries: { memory_id: string; text: string; reason: string }[] };
    const gateway = entries.find(({ text }) => text.startsWith('The payment gateway'));
    expect(gateway).toMatchObject({ reason: 'topic', timestamp: '2024-03-01T00:00:00.000Z', kind: 'note' });
    const lines = textOf(result).split('\n');
    expect(lines).toContain(`- 2024-03-01 The payment gateway retries three times [${gateway?.memory_id}]`);
    expect(lines).toEqual(expect.arrayContaining(['On the topic:', 'On the files:', 'Recent:']));
    expect(entries.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['session-store.ts must never log tokens', 'Tabs, not spaces']),
    );
  });

  it('says how much did not fit', async () => {
    const result = await zapomni.raw('get_context', { topic: 'weather', budget_tokens: 150 });
    const { count, left_out } = result.structuredContent as { count: number; left_out: number };
    expect(count).toBeGreaterThan(0);
    expect(textOf(result)).toContain(`${left_out} more did not fit; search_memory finds them.`);
    expect(textOf(await zapomni.raw('get_context', { budget_tokens: 1 }))).toMatch(/fits budget_tokens/);
  });

  it('says that nothing is remembered yet', async () => {
    await zapomni.call('create_workspace', { workspace_id: 'empty' });
    const result = await zapomni.raw('get_context', { workspace_id: 'empty' });
    expect(result.structuredContent).toMatchObject({ count: 0, entries: [] });
    expect(textOf(result)).toContain('add_memory');
  });

  it('refuses workspaces that do not exist', async () => {
    expect(await zapomni.fails('get_context', { workspace_id: 'nowhere' })).toContain('nowhere');
  });
});
