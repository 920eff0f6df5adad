import { ModelEndpoint } from '@zapomni/testkit/model-endpoint';
import { afterAll, describe, expect, it } from 'vitest';
import { listModels } from './list-models.ts';

const endpoint = await ModelEndpoint.start({ models: ['qwen2.5:latest', 'nomic-embed-text:latest'] });
afterAll(() => endpoint.close());
const list = (provider: 'ollama' | 'openai') => listModels({ provider, url: endpoint.url, timeoutMs: 30_000 });

describe('the models of a provider', () => {
  it.each(['ollama', 'openai'] as const)('are listed by %s', async (provider) => {
    expect(await list(provider)).toEqual(['qwen2.5:latest', 'nomic-embed-text:latest']);
  });

  it('are none where the list cannot be understood', async () => {
    endpoint.next('mumbles', { status: 200, body: '{"models":[null,{"name":7},{"name":"a"}]}' });
    expect(await list('ollama')).toEqual([]);
    expect(await list('ollama')).toEqual(['a']);
  });

  it('cannot be listed when nobody answers', async () => {
    endpoint.next('drops');
    await expect(list('ollama')).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });
});
