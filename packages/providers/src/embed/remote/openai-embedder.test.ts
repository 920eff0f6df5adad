import { embedderContract, remoteEmbedderContract } from '@zapomni/testkit/contracts';
import { createFakeEmbedder } from '@zapomni/testkit/fakes';
import { ModelEndpoint } from '@zapomni/testkit/model-endpoint';
import { afterAll, describe, expect, it } from 'vitest';
import { createOpenaiEmbedder } from './openai-embedder.ts';

const OPTIONS = { model: 'text-embedding-3-small', batchSize: 32, timeoutMs: 30_000 };
const endpoint = await ModelEndpoint.start({
  models: [OPTIONS.model],
  embedder: createFakeEmbedder({ dimensions: 1536 }),
});
const bare = await ModelEndpoint.start({ models: [] });
afterAll(() => Promise.all([endpoint.close(), bare.close()]));

embedderContract('openai', {
  open: () => createOpenaiEmbedder({ ...OPTIONS, url: endpoint.url }),
  async openBroken() {
    const embedder = createOpenaiEmbedder({ ...OPTIONS, url: bare.url });
    return { embedder, repair: async () => void bare.models.add(OPTIONS.model) };
  },
});

remoteEmbedderContract('openai', createOpenaiEmbedder);

describe('openai embedder', () => {
  it.each(['', '/', '/v1', '/v1/'])('finds the API behind a base URL that ends with "%s"', async (end) => {
    const embedder = createOpenaiEmbedder({ ...OPTIONS, url: endpoint.url + end });
    await embedder.embed(['a'], { role: 'passage' });
    expect(endpoint.requests.at(-1)).toEqual({
      path: '/v1/embeddings',
      authorization: undefined,
      body: { model: 'text-embedding-3-small', input: ['a'], encoding_format: 'float' },
    });
    expect(embedder.model.name).toBe('openai/text-embedding-3-small');
    await embedder.close();
  });

  it('says when the address has another service behind it', async () => {
    const embedder = createOpenaiEmbedder({ ...OPTIONS, url: `${endpoint.url}/api/v3` });
    await expect(embedder.embed(['a'], { role: 'passage' })).rejects.toMatchObject({
      message: 'The embedding endpoint has no such API.',
      hint: 'Check that ZAPOMNI_EMBED_URL names the right service.',
    });
    await embedder.close();
  });
});
