/** Answers of tools that only read: given again while nobody has written, and no longer than five minutes. */
import { createApp } from '@zapomni/core';
import { openTestDeps } from '@zapomni/testkit/deps';
import { openTestClient } from '@zapomni/testkit/client';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { READS } from './annotations.ts';
import { bindTool, defineTool } from './define-tool.ts';
import { loadTools } from './create-server.ts';

describe('answers that are kept', () => {
  const own = openTestDeps();
  const { clock } = own;
  const others = openTestDeps({ dataDir: own.dataDir, clock });
  const [app, other] = [createApp(own.deps), createApp(others.deps)];
  afterAll(async () => {
    await other.close();
    await app.close();
    await own.close();
  });
  let runs = 0;
  const counting = (kept: boolean) =>
    bindTool(
      defineTool({
        name: 'count_runs',
        title: 'Count',
        description: 'How often it ran.',
        input: z.strictObject({ of: z.string() }),
        output: z.object({ runs: z.number() }),
        annotations: READS,
        ...(kept ? { kept: true as const } : {}),
        run: async () => ({ runs: ++runs }),
        text: () => '',
      }),
      app,
    );
  type Caller = { subject?: string; scopes?: string[]; workspace?: string };
  const call = async (tool: ReturnType<typeof counting>, of = 'a', caller: Caller = {}) => {
    const { subject = 'anna', scopes = ['read'], workspace } = caller;
    const state = new Map(workspace === undefined ? [] : [['workspace', workspace]]);
    const context = { caller: { subject, scopes: new Set(scopes) }, session: { state } };
    const answer = await tool.execute({ of }, context as never);
    return (answer as unknown as { structured: { runs: number } }).structured.runs;
  };
  const write = (by: typeof app, text: string) =>
    by.memories.add({ workspace: 'default', drafts: [{ text }], batch: false });

  it('are given again for five minutes, until anybody writes, and to nobody else', async () => {
    verifies('R300');
    const tool = counting(true);
    const first = await call(tool);
    expect(await call(tool)).toBe(first);
    for (const caller of [{ subject: 'bert' }, { scopes: ['read', 'write'] }, { workspace: 'office' }])
      expect(await call(tool, 'a', caller), JSON.stringify(caller)).toBeGreaterThan(first);
    expect(await call(tool, 'b')).toBeGreaterThan(first);
    expect(await call(tool)).toBe(first);
    await write(app, 'by this process');
    const second = await call(tool);
    expect(second).toBeGreaterThan(first);
    await write(other, 'by another process');
    const third = await call(tool);
    expect(third).toBeGreaterThan(second);
    clock.advance(299_000);
    expect(await call(tool)).toBe(third);
    clock.advance(1001);
    expect(await call(tool)).toBeGreaterThan(third);
  });

  it('are those of tools that say so, all of which only read', async () => {
    const tool = counting(false);
    expect(await call(tool)).not.toBe(await call(tool));
    const kept = (await loadTools('all')).filter((one) => one.kept);
    expect(kept.map(({ name }) => name)).toContain('list_articles');
    for (const { name, annotations } of kept) expect(annotations, name).toEqual(READS);
  });

  it('tell what a client has just written', async () => {
    const zapomni = await openTestClient({ settings: { tools: 'research' } });
    expect((await zapomni.call('list_queries')).count).toBe(0);
    await zapomni.call('create_query', { name: 'moss', research_question: 'What does moss take up from the air?' });
    expect((await zapomni.call('list_queries')).count).toBe(1);
    await zapomni.close();
  });
});
