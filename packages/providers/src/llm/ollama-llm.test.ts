import { llmContract } from '@zapomni/testkit/contracts';
import { ModelEndpoint } from '@zapomni/testkit/model-endpoint';
import { afterAll, describe, expect, it } from 'vitest';
import { createOllamaLlm } from './ollama-llm.ts';

llmContract('ollama', createOllamaLlm);

describe('ollama llm', () => {
  const request = { system: 's', prompt: 'p', schema: { type: 'object' }, schemaName: 'x', maxTokens: 100 };

  it('holds the answer to the schema, and asks for room enough to read', async () => {
    const endpoint = await ModelEndpoint.start();
    afterAll(() => endpoint.close());
    const llm = createOllamaLlm({ model: 'qwen2.5', url: endpoint.url, timeoutMs: 30_000 });
    for (const length of [10, 10_000, 20_000, 1_000_000]) await llm.answer({ ...request, prompt: 'x'.repeat(length) });
    const [first, ...others] = endpoint.requests;
    expect(first).toMatchObject({
      path: '/api/chat',
      body: { stream: false, format: { type: 'object' }, options: { temperature: 0, num_predict: 100, num_ctx: 4096 } },
    });
    expect(others.map(({ body }) => body.options.num_ctx)).toEqual([8192, 16_384, 32_768]);
    await llm.close();
  });
});
