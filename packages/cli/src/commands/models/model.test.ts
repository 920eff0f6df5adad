/** Models of an endpoint, chosen from the command line: each command is a process of its own, as a user runs it. */
import path from 'node:path';
import { ModelEndpoint } from '@zapomni/testkit/model-endpoint';
import { verifies } from '@zapomni/testkit/verifies';
import { createFakeEmbedder, createRecordingLogger } from '@zapomni/testkit/fakes';
import { createBuiltinEmbedder, findBuiltinModel } from '@zapomni/providers/embed';
import { afterAll, describe, expect, it } from 'vitest';
import { removeTemporaryFolders, runZapomni, temporaryFolder } from '../../testing/run-zapomni.ts';

const endpoint = await ModelEndpoint.start({ embedder: createFakeEmbedder({ dimensions: 768 }) });
afterAll(async () => {
  await endpoint.close();
  removeTemporaryFolders();
});

function home(more: Readonly<Record<string, string>> = {}) {
  const env = { ZAPOMNI_DATA_DIR: path.join(temporaryFolder(), 'data'), OLLAMA_HOST: endpoint.url, ...more };
  const run = (...args: string[]) => runZapomni(args, { env });
  const json = async (...args: string[]) => {
    const { status, stdout, stderr } = await run(...args, '--json');
    expect(status, stderr).toBe(0);
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  return { run, json };
}

describe('zapomni model', () => {
  it('changes the embedding model of a store, for all that come after', async () => {
    const { run, json } = home();
    await run('add', 'Our cat Boris is afraid of thunderstorms');
    const asked = endpoint.requests.length;
    expect(await json('model')).toMatchObject({
      embedding: { model: 'bge-small-en-v1.5-q8', searching: 'bge-small-en-v1.5-q8', pending_embeddings: 0 },
      llm: { model: 'none', fixed: false },
    });
    expect(endpoint.requests).toHaveLength(asked);
    expect(await json('model', 'embedding', 'ollama')).toEqual({
      task_id: expect.any(String),
      use: 'embedding',
      status: 'success',
      model: 'ollama/nomic-embed-text',
      previous: 'bge-small-en-v1.5-q8',
      dimensions: 768,
      pending_embeddings: 1,
    });
    expect(await json('model')).toMatchObject({
      embedding: { model: 'ollama/nomic-embed-text', pending_embeddings: 0 },
    });
    const found = await json('search', 'cat', 'thunderstorms');
    expect(found).toMatchObject({ mode: 'hybrid', count: 1 });
    expect(endpoint.requests.at(-1)?.body).toMatchObject({ input: ['search_query: cat thunderstorms'] });
  });

  it('takes the model that the settings name, under its older name too', async () => {
    verifies('D026', 'R163');
    const { run, json } = home({ OLLAMA_EMBEDDING_MODEL: 'nomic-embed-text', OLLAMA_LLM_MODEL: 'qwen2.5' });
    expect(await json('model')).toMatchObject({
      embedding: { model: 'ollama/nomic-embed-text', fixed: true },
      llm: { model: 'ollama/qwen2.5', fixed: true },
    });
    const { status, stderr } = await run('model', 'embedding', 'builtin');
    expect(status).toBe(2);
    expect(stderr).toContain('CONFLICT');
  });

  it('says what is wrong with the endpoint, without its address, and changes nothing', async () => {
    const { run } = home({ OLLAMA_HOST: 'http://127.0.0.1:9' });
    const { status, stderr } = await run('model', 'embedding', 'ollama');
    expect(status).toBe(3);
    expect(stderr).toContain('cannot be reached');
    expect(stderr).not.toContain('127.0.0.1');
    const strange = await run('model', 'embedding', 'mystery');
    expect(strange).toMatchObject({ status: 2, stderr: expect.stringContaining('builtin, ollama, openai') as string });
  });

  it('chooses a language model', async () => {
    const { json } = home();
    expect(await json('model', 'llm', 'ollama')).toMatchObject({ model: 'ollama/qwen2.5', previous: 'none' });
    expect(await json('model')).toMatchObject({ llm: { model: 'ollama/qwen2.5' } });
  });
});

describe('an endpoint named by the settings', () => {
  it('is tried by the doctor', async () => {
    const real = await ModelEndpoint.start({
      embedder: createBuiltinEmbedder({ modelDir: findBuiltinModel(), workers: 1, logger: createRecordingLogger() }),
      say: () => ({ content: '{"word":"ready"}' }),
      models: ['nomic-embed-text:latest', 'qwen2.5:latest', 'bge-reranker'],
    });
    const { run } = home({
      ZAPOMNI_EMBEDDER: 'ollama',
      ZAPOMNI_LLM: 'ollama',
      OLLAMA_HOST: real.url,
      ZAPOMNI_RERANK_URL: real.url,
      ZAPOMNI_RERANK_MODEL: 'bge-reranker',
    });
    const { status, stdout } = await run('doctor');
    await real.close();
    expect(stdout).toMatch(/✓ Model +ollama\/nomic-embed-text, 384 dimensions, the endpoint embedded/);
    expect(stdout).toMatch(/✓ Language +ollama\/qwen2\.5, answered/);
    expect(stdout).toMatch(/✓ Reranker +rerank\/bge-reranker, answered/);
    expect(stdout).toMatch(/✓ Write test/);
    expect(status).toBe(0);
  });

  it('is missed by the doctor when it is away, with advice', async () => {
    const nobody = 'http://127.0.0.1:9';
    const { run } = home({
      ZAPOMNI_EMBEDDER: 'ollama',
      ZAPOMNI_LLM: 'ollama',
      OLLAMA_HOST: nobody,
      ZAPOMNI_RERANK_URL: nobody,
    });
    const { status, stdout } = await run('doctor', '--embed-wait-ms', '0', '--search-wait-ms', '0');
    expect(status).toBe(1);
    expect(stdout).toMatch(/✗ Model +MODEL_UNAVAILABLE: The embedding endpoint cannot be reached/);
    expect(stdout).toMatch(/! Language +MODEL_UNAVAILABLE/);
    expect(stdout).toMatch(/! Reranker +MODEL_UNAVAILABLE: The reranking endpoint cannot be reached/);
    expect(stdout).toContain('ZAPOMNI_OLLAMA_URL');
  });

  it('gets its key from a file, which no output shows', async () => {
    const guarded = await ModelEndpoint.start({ key: 'k-secret-1', models: ['m'] });
    const folder = temporaryFolder();
    const { writeFileSync } = await import('node:fs');
    writeFileSync(path.join(folder, 'key'), 'k-secret-1\n');
    const { run } = home({
      ZAPOMNI_EMBEDDER: 'openai',
      ZAPOMNI_EMBED_MODEL: 'm',
      ZAPOMNI_EMBED_URL: guarded.url,
      ZAPOMNI_EMBED_KEY_FILE: path.join(folder, 'key'),
      LOG_LEVEL: 'debug',
    });
    const { status, stdout, stderr } = await run('add', 'a note', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ embedded: true });
    expect(status).toBe(0);
    expect(stdout + stderr).not.toContain('k-secret');
    await guarded.close();
  });
});
