/**
 * A cross-encoder behind an HTTP endpoint: `/rerank` as llama.cpp, vLLM, Infinity, Jina and Cohere have it. After a failure it is
 * left alone for a while, so that not every search waits for a server that is away.
 */
import { ZapomniError } from '@zapomni/core/errors';
import type { Reranker } from '@zapomni/core/ports';
import { createGuardedClient, HttpFailure } from '../net/index.ts';
import { openaiBase } from '../net/openai-base.ts';
import { toModelError } from '../net/to-model-error.ts';

export interface EndpointRerankerOptions {
  /** `http://host:port`, with `/v1` behind it unless it has a path. */
  readonly url: string;
  /** As the endpoint calls it; one that has but one model needs none. */
  readonly model: string | undefined;
  readonly key?: string | undefined;
  readonly timeoutMs: number;
  readonly now: () => number;
}

const MAX_ANSWER_BYTES = 1_048_576;
const REST_MS = 30_000;
const FACTS = {
  what: 'reranking',
  urlSetting: 'ZAPOMNI_RERANK_URL',
  keySetting: 'ZAPOMNI_RERANK_KEY',
  getModel: 'set ZAPOMNI_RERANK_MODEL to a model that it has.',
};

/** See the `Reranker` contract. Connects to nothing before the first `score`. */
export function createEndpointReranker({ url, model, key, timeoutMs, now }: EndpointRerankerOptions): Reranker {
  const client = createGuardedClient({ baseUrl: openaiBase(url), key, timeoutMs, maxBytes: MAX_ANSWER_BYTES });
  let restsUntil = 0;
  return {
    name: `rerank/${model ?? 'default'}`,
    async score(question, texts, signal) {
      if (texts.length === 0) return [];
      if (now() < restsUntil) throw resting();
      const body = {
        ...(model === undefined ? {} : { model }),
        query: question,
        documents: texts,
        top_n: texts.length,
      };
      try {
        return readScores(await client.call({ path: '/rerank', body, signal }), texts.length);
      } catch (error) {
        const cancelled = error instanceof HttpFailure && error.kind === 'cancelled';
        if (!cancelled) restsUntil = now() + REST_MS;
        throw toModelError(error, FACTS);
      }
    },
    close: async () => client.close(),
  };
}

function resting(): ZapomniError {
  return new ZapomniError('MODEL_UNAVAILABLE', 'The reranking endpoint failed a moment ago and is left alone.', {
    hint: '`zapomni doctor` tries it and says what is wrong.',
    retryAfterMs: REST_MS,
  });
}

/** One finite number for each text, whatever the order they come in. */
function readScores(answer: unknown, wanted: number): number[] {
  const { results } = (answer ?? {}) as { results?: unknown };
  const scores = new Map<number, number>();
  for (const result of Array.isArray(results) ? (results as unknown[]) : []) {
    const { index, relevance_score: score } = (result ?? {}) as { index?: unknown; relevance_score?: unknown };
    if (typeof index === 'number' && typeof score === 'number' && Number.isFinite(score)) scores.set(index, score);
  }
  return Array.from({ length: wanted }, (_, i) => {
    const score = scores.get(i);
    if (score === undefined) throw new HttpFailure('garbage');
    return score;
  });
}
