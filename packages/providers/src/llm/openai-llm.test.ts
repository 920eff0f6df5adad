import { llmContract } from '@zapomni/testkit/contracts';
import { ModelEndpoint } from '@zapomni/testkit/model-endpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOpenaiLlm } from './openai-llm.ts';

llmContract('openai', createOpenaiLlm);

describe('openai llm', () => {
  let endpoint: ModelEndpoint;
  beforeEach(async () => {
    endpoint = await ModelEndpoint.start();
  });
  afterEach(() => endpoint.close());
  const open = () => createOpenaiLlm({ model: 'qwen2.5', url: endpoint.url, timeoutMs: 30_000 });
  const request = { system: 's', prompt: 'p', schema: { type: 'object' }, schemaName: 'reading', maxTokens: 100 };
  const formats = () => endpoint.requests.map(({ body }) => body.response_format?.type as string | undefined);

  it('asks for an answer by schema', async () => {
    await open().answer(request);
    expect(endpoint.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      body: {
        max_tokens: 100,
        temperature: 0,
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'reading', schema: { type: 'object' }, strict: true },
        },
      },
    });
  });

  it('falls back to JSON of any kind where schemas are refused, and stays with it', async () => {
    endpoint.refuse = ({ body }) => (body.response_format?.type === 'json_schema' ? 400 : null);
    const llm = open();
    await llm.answer(request);
    expect(formats()).toEqual(['json_schema', 'json_schema', 'json_object']);
    expect(endpoint.requests.at(-1)?.body.messages[0].content).toContain('{"type":"object"}');
    await llm.answer(request);
    expect(formats()).toEqual(['json_schema', 'json_schema', 'json_object', 'json_object']);
  });

  it('falls back to mere words where even that is refused', async () => {
    endpoint.refuse = ({ body }) => (body.response_format === undefined ? null : 400);
    expect(await open().answer(request)).toMatchObject({ value: {} });
  });

  it('bounds the answer as newer models want it', async () => {
    endpoint.refuse = ({ body }) => (body.max_tokens === undefined ? null : 400);
    await open().answer(request);
    expect(endpoint.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 100 });
    expect(endpoint.requests.at(-1)?.body).not.toHaveProperty('temperature');
  });

  it('says that it is refused when every way is', async () => {
    endpoint.refuse = () => 400;
    await expect(open().answer(request)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: 'The language model endpoint refused the request with status 400.',
    });
    expect(endpoint.requests).toHaveLength(4);
  });
});
