/** The tools that hooks call: in nobody's list who has not named them, and an answer that clients take as it is. */
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { condition } from '@zapomni/testkit/condition';
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

  it('take a turn, say nothing, and what was decided in it is remembered', async () => {
    const session_id = 'turns';
    await zapomni.raw('hook_recall', { prompt: 'We decided to paint the shop green.', session_id });
    const helper = { session_id, answer: 'We decided to paint it red.', agent_id: 'a1' };
    expect(textOf(await zapomni.raw('hook_turn', helper))).toBe('{}');
    expect(textOf(await zapomni.raw('hook_turn', { session_id, cwd: '', answer: 'Next step: buy green paint.' }))).toBe(
      '{}',
    );
    expect(textOf(await zapomni.raw('hook_turn', { session_id, compact_summary: 'The shop is to be green.' }))).toBe(
      '{}',
    );
    const kinds = async () => {
      const { memories } = (await zapomni.call('list_memories', { filters: { tags: ['captured'] } })) as {
        memories: { kind: string }[];
      };
      return memories.map(({ kind }) => kind).toSorted();
    };
    await condition(async () => (await kinds()).length === 3);
    expect(await kinds()).toEqual(['decision', 'open-end', 'session-summary']);
  });
});
