/** The application as it is wired, on a model that runs behind a real endpoint: present, away, back, and another one. */
import path from 'node:path';
import { parseConfig } from '@zapomni/core/config';
import { createFakeEmbedder, createRecordingLogger } from '@zapomni/testkit/fakes';
import { ModelEndpoint } from '@zapomni/testkit/model-endpoint';
import { verifies } from '@zapomni/testkit/verifies';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '@zapomni/core';
import { removeTemporaryFolders, temporaryFolder } from '../testing/run-zapomni.ts';
import { wireApp } from './wire.ts';

/** As long as a busy machine may need. */
const SOON = { timeout: 30_000 };

let endpoint: ModelEndpoint;
let app: App;
let dataDir: string;
beforeEach(async () => {
  endpoint = await ModelEndpoint.start({
    embedder: createFakeEmbedder({ dimensions: 768 }),
    models: ['nomic-embed-text:latest', 'other:latest'],
  });
  dataDir = path.join(temporaryFolder(), 'data');
});
afterEach(async () => {
  await app.close();
  await endpoint.close();
});
afterAll(removeTemporaryFolders);

const logger = createRecordingLogger();
function open(settings: Readonly<Record<string, string>> = {}): App {
  const model = { embedder: 'ollama', ollama_url: endpoint.url };
  app = wireApp(parseConfig({ data_dir: dataDir, ...model, ...settings }), logger);
  return app;
}
const add = (...texts: string[]) =>
  app.memories.add({ workspace: 'default', drafts: texts.map((text) => ({ text })), batch: true });
const search = (query: string) => app.search.run({ workspaces: ['default'], query, limit: 5 });
const pending = async () => (await app.store.stats('default')).pendingEmbeddings;

describe('a model behind an endpoint', () => {
  it('is not asked before it is needed', async () => {
    verifies('R033', 'D025');
    open();
    await app.workspaces.list();
    expect(await search('anything')).toMatchObject({ hits: [] });
    expect(await endpoint.connections()).toBe(0);
  });

  it('gives memories their vectors, in batches', async () => {
    open();
    expect(await add(...Array.from({ length: 50 }, (_, i) => `boat ${i} in the harbour`))).toMatchObject({
      embedded: true,
    });
    expect(endpoint.requests.slice(0, 2).map(({ body }) => body.input.length as number)).toEqual([32, 18]);
    const { hits, mode } = await search('boat 7 harbour');
    expect(mode).toBe('hybrid');
    expect(hits[0]).toMatchObject({ passage: { text: 'boat 7 in the harbour' }, signals: ['words', 'meaning'] });
  });

  it('that is away keeps nothing from being stored and found by words, and catches up when it is back', async () => {
    verifies('R047', 'P033');
    endpoint.always = 'drops';
    open({ embed_wait_ms: '0' });
    expect(await add('the ferry leaves at noon')).toMatchObject({ embedded: false });
    expect(await search('ferry')).toMatchObject({ mode: 'words', hits: [{ signals: ['words'] }] });
    expect(await pending()).toBe(1);
    await app.close();
    endpoint.always = null;
    open();
    await app.resume();
    expect(await pending()).toBe(0);
    expect(await search('ferry at noon')).toMatchObject({ mode: 'hybrid', hits: [{ signals: ['words', 'meaning'] }] });
    for (const { fields } of logger.of('embedding_deferred')) {
      expect(JSON.stringify(fields)).not.toContain(new URL(endpoint.url).port);
    }
  });

  it('is changed for another of the same provider while searches go on', async () => {
    verifies('D024');
    open();
    await add(...Array.from({ length: 40 }, (_, i) => `boat ${i} in the harbour`));
    await app.close();
    open({ embed_model: 'other' });
    const modes: string[] = [];
    await expect
      .poll(async () => {
        modes.push((await search(`boat ${modes.length} harbour`)).mode);
        return (await app.models.report()).embedding;
      }, SOON)
      .toMatchObject({ model: 'ollama/other', reading: 'ollama/other', pending: 0 });
    expect(new Set(modes)).toEqual(new Set(['hybrid']));
  });

  it('has its cosines understood, whatever their range is', async () => {
    // A share that is common to all: no cosine is below a half with such a model.
    endpoint.distort = (vectors) => vectors.map((vector) => [...vector, Math.hypot(...vector)]);
    open({ search_off: 'abstain' });
    await add('the ferry leaves at noon', 'bread is baked on Fridays', 'the meeting was moved to room seven');
    const best = async (query: string) => (await search(query)).hits[0]?.score;
    await expect.poll(() => best('quantum chromodynamics lecture'), SOON).toBeLessThan(0.3);
    await app.close();
    open({ search_off: 'abstain' });
    expect(await best('quantum chromodynamics lecture')).toBeLessThan(0.3);
    expect(await best('when does the ferry leave')).toBeGreaterThan(0.5);
  });

  it('that has changed its size under its name is noticed, and nothing is mixed', async () => {
    verifies('D024');
    open();
    await add('the old size');
    await app.close();
    endpoint.distort = (vectors) => vectors.map((vector) => [...vector, 1]);
    open();
    expect(await search('old size')).toMatchObject({ mode: 'words', hits: [{ signals: ['words'] }] });
    await app.models.setEmbedder({ provider: 'ollama', model: 'nomic-embed-text' });
    await expect.poll(pending, SOON).toBe(0);
    expect(await search('the size')).toMatchObject({ mode: 'hybrid' });
    expect((await app.models.report()).embedding.sets).toEqual([
      { model: 'ollama/nomic-embed-text', dimensions: 769, vectors: 1 },
    ]);
  });
});

describe('a cross-encoder behind an endpoint', () => {
  const TEXTS = ['the boat, the boat and the harbour', 'the boat left the old harbour at noon'];
  const QUESTION = 'old boat at noon';
  const first = async () => (await search(QUESTION)).hits[0]?.passage.text;

  it('puts the best in its order', async () => {
    verifies('P037');
    endpoint.models.add('bge-reranker');
    open({ rerank_url: endpoint.url, rerank_model: 'bge-reranker' });
    await add(...TEXTS);
    expect(await first()).toBe(TEXTS[1]);
    const read = endpoint.requests.find(({ path: where }) => where === '/v1/rerank');
    expect(read?.body).toMatchObject({ query: QUESTION, documents: expect.arrayContaining(TEXTS) as string[] });
  });

  it('that is away changes nothing, and is asked again when it is back', async () => {
    verifies('P037');
    open({ rerank_url: endpoint.url, rerank_model: 'unheard-of' });
    await add(...TEXTS);
    const answer = await search(QUESTION);
    expect(answer).toMatchObject({ mode: 'hybrid', partial: true, hits: [{}, {}] });
    expect(logger.of('rerank_failed')).toHaveLength(1);
    await search(QUESTION);
    // Left alone for a while, but the answer was not kept for the better one.
    expect(logger.of('rerank_failed')).toHaveLength(2);
    expect(endpoint.requests.filter(({ path: where }) => where === '/v1/rerank')).toHaveLength(1);
  });
});
