import { rerankerContract } from '@zapomni/testkit/contracts';
import { createFakeClock } from '@zapomni/testkit/fakes';
import { ModelEndpoint, type Misbehaviour } from '@zapomni/testkit/model-endpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEndpointReranker } from './endpoint-reranker.ts';

const PATIENT = 30_000;

rerankerContract('endpoint', async () => {
  const endpoint = await ModelEndpoint.start({ models: ['bge-reranker'] });
  const settings = { url: endpoint.url, model: 'bge-reranker', timeoutMs: PATIENT, now: Date.now };
  return { reranker: createEndpointReranker(settings), close: () => endpoint.close() };
});

describe('endpoint reranker', () => {
  let endpoint: ModelEndpoint;
  const clock = createFakeClock();
  beforeEach(async () => {
    endpoint = await ModelEndpoint.start({ models: ['bge-reranker'] });
  });
  afterEach(() => endpoint.close());
  const open = (given: { timeoutMs?: number; key?: string; model?: string } = {}) =>
    createEndpointReranker({ url: endpoint.url, model: 'bge-reranker', timeoutMs: PATIENT, now: clock.now, ...given });

  it('asks as the servers document it', async () => {
    await open({ key: 'k-secret' }).score('q', ['one', 'two']);
    expect(endpoint.requests).toEqual([
      {
        path: '/v1/rerank',
        body: { model: 'bge-reranker', query: 'q', documents: ['one', 'two'], top_n: 2 },
        authorization: 'Bearer k-secret',
      },
    ]);
  });

  it.each<Misbehaviour>(['babbles', 'mumbles', 'boasts', 'floods', 'drops', 'cuts', { status: 500 }])(
    'fails when the endpoint %s, and leaves it alone for half a minute',
    async (how) => {
      const reranker = open();
      endpoint.next(how);
      await expect(reranker.score('q', ['one'])).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
      await expect(reranker.score('q', ['one'])).rejects.toMatchObject({
        message: expect.stringContaining('left alone') as string,
      });
      expect(endpoint.requests).toHaveLength(1);
      clock.advance(30_001);
      expect(await reranker.score('q', ['one'])).toHaveLength(1);
      await reranker.close();
    },
  );

  it('waits no longer than it may', async () => {
    endpoint.always = 'hangs';
    await expect(open({ timeoutMs: 20 }).score('q', ['one'])).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('time limit') as string,
    });
  });

  it('takes no answer that leaves a text out', async () => {
    endpoint.next({ status: 200, body: '{"results":[{"index":1,"relevance_score":0.5}]}' });
    await expect(open().score('q', ['one', 'two'])).rejects.toMatchObject({
      message: expect.stringContaining('cannot be read') as string,
    });
  });

  it('says how to name a model that is there', async () => {
    await expect(open({ model: 'other' }).score('q', ['one'])).rejects.toMatchObject({
      hint: expect.stringContaining('ZAPOMNI_RERANK_MODEL') as string,
    });
  });
});
