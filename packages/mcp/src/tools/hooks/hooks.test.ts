/** The tools that hooks call: in nobody's list who has not named them, and an answer that clients take as it is. */
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('the tools of hooks', () => {
  let zapomni: TestClient;
  beforeAll(async () => {
    zapomni = await openTestClient({ settings: { tools: 'memory,hooks' } });
    await zapomni.call('add_memory', { text: 'We deploy the shop with Kamal on Hetzner machines', kind: 'decision' });
  });
  afterAll(() => zapomni.close());

  it('are listed only where the group is named', async () => {
    const all = await openTestClient({ settings: { tools: 'all' } });
    const names = (await all.client.listTools()).tools.map(({ name }) => name);
    await all.close();
    expect(names.filter((name) => name.startsWith('hook_'))).toEqual([]);
    const own = (await zapomni.client.listTools()).tools.map(({ name }) => name);
    expect(own.filter((name) => name.startsWith('hook_'))).toEqual(['hook_brief', 'hook_recall', 'hook_turn']);
  });

  it('answer with the JSON that a hook prints, or an empty object', async () => {
    const prompt = 'We deploy the shop with Kamal on Hetzner machines, how?';
    const args = { prompt, cwd: '', session_id: 's1', source: '' };
    const first = await zapomni.raw('hook_recall', args);
    expect(JSON.parse(textOf(first))).toEqual({
      hookSpecificOutput: {
        hookEventName: 'UserPromptSubmit',
        additionalContext: expect.stringContaining('Kamal') as string,
      },
    });
    expect(textOf(await zapomni.raw('hook_recall', args))).toBe('{}');
    expect(textOf(await zapomni.raw('hook_recall', { prompt: 'yes' }))).toBe('{}');
    expect(await zapomni.call('hook_brief', { session_id: 's2' })).toMatchObject({
      hookSpecificOutput: { hookEventName: 'SessionStart' },
    });
    expect(await zapomni.call('hook_brief', { session_id: 's2', agent_type: 'Explore' })).toMatchObject({
      hookSpecificOutput: { hookEventName: 'SubagentStart' },
    });
  });
});
