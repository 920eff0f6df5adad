/** What a client is told when something behind the tools fails: which kind of failure, whether to retry, and no more. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '@zapomni/core';
import { ERROR_POLICIES, ZapomniError } from '@zapomni/core/errors';
import { createFakeEmbedder, createRecordingLogger } from '@zapomni/testkit/fakes';
import { openTestClient, textOf } from '@zapomni/testkit/client';
import { verifies } from '@zapomni/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createZapomniServer, loadTools } from './create-server.ts';

describe('when the store cannot be used', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'zapomni-failures-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('says so, keeps serving, and works again once the cause is gone', async () => {
    verifies('R033', 'R044', 'R046', 'R047', 'R106', 'R156', 'R157', 'R166', 'R180');
    const blocked = join(folder, 'data');
    writeFileSync(blocked, 'a file where the folder should be');
    const zapomni = await openTestClient({ dataDir: join(blocked, 'store') });
    const failed = await zapomni.raw('add_memory', { text: 'nowhere to go' });
    expect(failed.isError).toBe(true);
    expect(textOf(failed)).toMatch(/^STORE_/);
    expect(failed._meta).toMatchObject({ error: { class: 'database', code: expect.stringMatching(/^STORE_/) } });
    expect(JSON.stringify(failed)).not.toContain(folder);
    expect((await zapomni.client.listTools()).tools.length).toBeGreaterThan(0);
    rmSync(blocked);
    mkdirSync(blocked);
    expect((await zapomni.call('add_memory', { text: 'a home at last' })).status).toBe('success');
    expect((await zapomni.call('search_memory', { query: 'home at last' })).count).toBe(1);
    await zapomni.close();
  });
});

describe('error classes', () => {
  /** The application with one method that fails as told; everything else is never reached. */
  const failingApp = (error: unknown): App =>
    ({
      defaultWorkspace: 'default',
      store: { stats: () => Promise.reject(error) },
      events: { during: (_by: string, work: () => unknown) => work() },
    }) as unknown as App;
  const call = async (error: unknown) => {
    const logger = createRecordingLogger();
    const server = createZapomniServer({
      app: failingApp(error),
      logger,
      tools: await loadTools('memory'),
      concurrency: 8,
      timeoutMs: 1000,
    });
    const reply = await server.handleRequest({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_stats', arguments: {} },
    });
    return { reply: JSON.stringify(reply), logger };
  };

  it.each([
    [new ZapomniError('INVALID_INPUT', 'limit: too large'), /INVALID_INPUT.*"class":"validation"/],
    [
      new ZapomniError('STORE_UNAVAILABLE', 'The store is away.'),
      /Database unavailable\. Retry in 5 seconds\..*"retryable":true.*"class":"database"/,
    ],
    [new ZapomniError('STORE_BUSY', 'Busy.'), /"retryable":true.*"class":"database"/],
    [new ZapomniError('MODEL_UNAVAILABLE', 'No model.'), /"class":"processing"/],
    [new TypeError('secret detail at /home/user'), /INTERNAL: Processing failed\. Check logs\..*"class":"processing"/],
  ])('%s', async (error, expected) => {
    verifies('R045', 'R155', 'R157', 'R188', 'R260', 'R311');
    const { reply } = await call(error);
    expect(reply).toMatch(expected);
    expect(reply).not.toMatch(/secret|home|TypeError/);
  });

  it('keeps the whole story for the log, under the id the client was given', async () => {
    verifies('R062', 'R112', 'R226');
    const { reply, logger } = await call(new TypeError('secret detail'));
    const [record] = logger.of('tool_execution_failed');
    expect(record?.fields.error).toBeInstanceOf(TypeError);
    expect(reply).toContain(String(record?.fields.correlation_id));
  });

  it('have a code and a class each, and the id under which the log has them', async () => {
    verifies('P047');
    const codes = Object.keys(ERROR_POLICIES) as (keyof typeof ERROR_POLICIES)[];
    const classes = new Map<string, string>();
    for (const code of codes) {
      const { reply, logger } = await call(new ZapomniError(code, 'What happened.'));
      const { result } = JSON.parse(reply) as { result: { _meta: { error: Record<string, string> } } };
      const { error } = result._meta;
      expect(error).toMatchObject({ code, class: expect.any(String), correlation_id: expect.stringMatching(/\S/) });
      classes.set(code, error['class'] ?? '');
      const ids = logger.records.map(({ fields }) => fields['correlation_id']).filter((id) => id !== undefined);
      expect([code, ...new Set(ids)]).toEqual([code, error['correlation_id']]);
    }
    // What the earlier version told apart: input, processing, models, the store, connections to it, time, workspaces.
    expect(Object.fromEntries(classes)).toMatchObject({
      INVALID_INPUT: 'validation',
      NOT_FOUND: 'validation',
      INTERNAL: 'processing',
      MODEL_UNAVAILABLE: 'processing',
      TIMEOUT: 'processing',
      STORE_UNAVAILABLE: 'database',
      STORE_BUSY: 'database',
    });
  });

  it('cannot be built on nothing', () => {
    verifies('R033', 'R132');
    const logger = createRecordingLogger();
    const options = { app: undefined as unknown as App, logger, tools: [], concurrency: 8, timeoutMs: 1000 };
    expect(() => createZapomniServer(options)).toThrow(/needs an application/);
  });
});

describe('the core without MCP', () => {
  it('is usable by itself', async () => {
    verifies('R128', 'R129');
    const { app, close } = await openTestClient();
    const added = await app.memories.add({
      workspace: 'default',
      drafts: [{ text: 'straight to the core' }],
      batch: false,
    });
    expect(added.memories[0]?.status).toBe('stored');
    const { hits } = await app.search.run({ workspaces: ['default'], query: 'straight core', limit: 5 });
    expect(hits[0]?.memory.id).toBe(added.memories[0]?.id);
    await close();
  });
});

describe('embedding that has to wait', () => {
  it('is given back when a process ends, and taken up by the next', async () => {
    const stuck = createFakeEmbedder();
    stuck.loaded = false;
    const first = await openTestClient({ embedder: stuck, settings: { embed_wait_ms: '0' } });
    const { dataDir } = first;
    await first.call('add_memory', { text: 'to be embedded later' });
    expect((await first.call('get_stats')).pending_embeddings).toBe(1);
    const healthy = createFakeEmbedder();
    const second = await openTestClient({ dataDir, embedder: healthy });
    await first.app.close();
    await second.app.resume();
    expect((await second.call('get_stats')).pending_embeddings).toBe(0);
    expect(healthy.calls.flatMap(({ texts }) => texts)).toEqual(['to be embedded later']);
    await second.close();
    await first.close();
  });

  it('drains a large batch in the background, each passage once', async () => {
    const embedder = createFakeEmbedder();
    embedder.delayMs = 5;
    const zapomni = await openTestClient({ embedder, settings: { embed_wait_ms: '0' } });
    const items = Array.from({ length: 200 }, (_, i) => ({ text: `queued item ${i}` }));
    expect((await zapomni.call('add_memory', { items })).embedded).toBe(false);
    while ((await zapomni.call('get_stats')).pending_embeddings > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const passages = embedder.calls.filter(({ role }) => role === 'passage').flatMap(({ texts }) => texts);
    expect(passages).toHaveLength(200);
    expect(new Set(passages).size).toBe(200);
    await zapomni.close();
  });
});
