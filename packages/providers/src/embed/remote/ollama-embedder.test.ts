import { embedderContract, remoteEmbedderContract } from '@zapomni/testkit/contracts';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { ModelEndpoint } from '@zapomni/testkit/model-endpoint';
import { afterAll, describe, expect, it } from 'vitest';
import { createOllamaEmbedder } from './ollama-embedder.ts';

const OPTIONS = { model: 'nomic-embed-text', batchSize: 32, timeoutMs: 30_000 };
const endpoint = await ModelEndpoint.start({ embedder: createFakeEmbedder({ dimensions: 768 }) });
const bare = await ModelEndpoint.start({ models: [] });
afterAll(() => Promise.all([endpoint.close(), bare.close()]));

embedderContract('ollama', {
  open: () => createOllamaEmbedder({ ...OPTIONS, url: endpoint.url }),
  async openBroken() {
    const embedder = createOllamaEmbedder({ ...OPTIONS, url: bare.url });
    return { embedder, repair: async () => void bare.models.add('nomic-embed-text:latest') };
  },
});

remoteEmbedderContract('ollama', createOllamaEmbedder);

describe('ollama embedder', () => {
  it('asks the batch endpoint, has long texts cut and the model kept', async () => {
    const own = await ModelEndpoint.start();
    const embedder = createOllamaEmbedder({ ...OPTIONS, url: own.url });
    await embedder.embed(['a'], { role: 'passage' });
    expect(own.requests).toEqual([
      {
        path: '/api/embed',
        authorization: undefined,
        body: { model: 'nomic-embed-text', input: ['search_document: a'], truncate: true, keep_alive: '30m' },
      },
    ]);
    await embedder.close();
    await own.close();
  });

  it('names the same model the same way', () => {
    for (const model of ['nomic-embed-text', 'nomic-embed-text:latest']) {
      expect(createOllamaEmbedder({ ...OPTIONS, model, url: endpoint.url }).model.name).toBe('ollama/nomic-embed-text');
    }
    const tagged = createOllamaEmbedder({ ...OPTIONS, model: 'nomic-embed-text:v1.5', url: endpoint.url });
    expect(tagged.model.name).toBe('ollama/nomic-embed-text:v1.5');
  });
});
