import { createFakeEmbedder, createFakeModelOpener, type FakeModelOpener } from '@zapomni/testkit/fakes';
import { openTestClient, textOf, type TestClient } from '@zapomni/testkit/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** As long as a busy machine may need. */
const SOON = { timeout: 30_000 };

describe('set_model', () => {
  let zapomni: TestClient;
  let models: FakeModelOpener;
  beforeEach(async () => {
    const builtin = createFakeEmbedder({ name: 'small' });
    const nomic = createFakeEmbedder({ name: 'ollama/nomic-embed-text', dimensions: 768 });
    models = createFakeModelOpener({ builtin, 'ollama/nomic-embed-text': nomic });
    models.llms = ['qwen2.5:latest', 'llama3.2:3b'];
    zapomni = await openTestClient({ embedder: builtin, models });
  });
  afterEach(() => zapomni.close());

  it('chooses a language model, as older callers do', async () => {
    expect(await zapomni.call('set_model', { model_name: 'llama3.2' })).toEqual({
      status: 'success',
      use: 'llm',
      model: 'ollama/llama3.2:3b',
      previous: 'none',
    });
    expect(await zapomni.call('set_model', { provider: 'none' })).toMatchObject({
      model: 'none',
      previous: 'ollama/llama3.2:3b',
    });
  });

  it('chooses an embedding model, and search works all the while', async () => {
    await zapomni.call('add_memory', { items: Array.from({ length: 90 }, (_, i) => ({ text: `boat ${i} at sea` })) });
    const result = await zapomni.raw('set_model', { use: 'embedding' });
    expect(result.structuredContent).toEqual({
      task_id: expect.any(String),
      status: 'success',
      use: 'embedding',
      model: 'ollama/nomic-embed-text',
      previous: 'small',
      dimensions: 768,
      pending_embeddings: 90,
    });
    expect(textOf(result)).toContain('90 chunks are embedded with it in the background');
    expect(await zapomni.call('search_memory', { query: 'boat 7' })).toMatchObject({ mode: 'hybrid' });
    await expect
      .poll(() => zapomni.call('get_stats'), SOON)
      .toMatchObject({ model: 'ollama/nomic-embed-text', pending_embeddings: 0 });
    expect(await zapomni.call('search_memory', { query: 'boat 8' })).toMatchObject({ mode: 'hybrid' });
  });

  it('says how far a change has come', async () => {
    const slow = createFakeEmbedder({ name: 'ollama/slow', dimensions: 8 });
    const opener = createFakeModelOpener({ builtin: createFakeEmbedder({ name: 'small' }), 'ollama/slow': slow });
    const other = await openTestClient({
      embedder: opener.openEmbedder({ provider: 'builtin', model: '' }),
      models: opener,
    });
    await other.call('add_memory', { text: 'waits for its second vector' });
    const embed = slow.embed.bind(slow);
    const gate = Promise.withResolvers<void>();
    slow.embed = (texts, options) =>
      texts[0]?.startsWith('waits') ? gate.promise.then(() => embed(texts, options)) : embed(texts, options);
    await other.call('set_model', { use: 'embedding', model: 'slow' });
    expect(await other.call('get_stats')).toMatchObject({
      model: 'small',
      next_model: 'ollama/slow',
      pending_embeddings: 1,
    });
    gate.resolve();
    await expect.poll(() => other.call('get_stats'), SOON).toMatchObject({ model: 'ollama/slow' });
    await other.close();
  });

  it('refuses what does not fit, and says what does', async () => {
    expect(await zapomni.fails('set_model', { use: 'llm', provider: 'builtin' })).toMatch(
      /INVALID_INPUT: provider: must be one of none, ollama, openai for llm/,
    );
    expect(await zapomni.fails('set_model', { use: 'embedding', provider: 'none' })).toContain(
      'builtin, ollama, openai',
    );
    expect(await zapomni.fails('set_model', { model: 'mistral' })).toMatch(/NOT_FOUND.*ollama pull mistral/s);
    expect(await zapomni.fails('set_model', { model: 'x y' })).toContain('INVALID_INPUT');
    expect(await zapomni.fails('set_model', { model: 'x', url: 'http://evil.example' })).toContain('url');
    expect(await zapomni.fails('set_model', { use: 'embedding', provider: 'openai', model: 'x' })).toContain(
      'ZAPOMNI_EMBED_URL has to be given',
    );
  });

  it('is for administrators', async () => {
    const { tools } = await zapomni.client.listTools();
    expect(tools.find(({ name }) => name === 'set_model')?.annotations).toEqual({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    });
  });
});
