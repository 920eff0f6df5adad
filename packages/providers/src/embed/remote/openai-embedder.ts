/** Models behind any endpoint that speaks as OpenAI's does: `POST …/embeddings`. */
import type { Embedder } from '@zapomni/core/ports';
import { createGuardedClient } from '../../net/index.ts';
import { openaiBase } from '../../net/openai-base.ts';
import type { EmbeddingDialect } from './dialect.ts';
import { MAX_ANSWER_BYTES, type EndpointOptions } from './endpoint-options.ts';
import { RemoteEmbedder } from './remote-embedder.ts';

/** See the `Embedder` contract. Connects to nothing before the first `embed` or `warm`. */
export function createOpenaiEmbedder(options: EndpointOptions): Embedder {
  const { model, url, key, batchSize, timeoutMs, pause, random } = options;
  return new RemoteEmbedder({
    name: `openai/${model}`,
    model,
    client: createGuardedClient({ baseUrl: openaiBase(url), key, timeoutMs, maxBytes: MAX_ANSWER_BYTES }),
    dialect: openaiDialect(model),
    batchSize,
    pause,
    random,
  });
}

function openaiDialect(model: string): EmbeddingDialect {
  return {
    path: '/embeddings',
    facts: {
      what: 'embedding',
      urlSetting: 'ZAPOMNI_EMBED_URL',
      keySetting: 'ZAPOMNI_EMBED_KEY',
      getModel: 'set ZAPOMNI_EMBED_MODEL to a model that it has.',
    },
    toBody: (texts) => ({ model, input: texts, encoding_format: 'float' }),
    vectorsOf,
  };
}

/** The index says which text a vector belongs to; servers that leave it out keep the order. */
function vectorsOf(answer: unknown): unknown {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) return undefined;
  const vectors: unknown[] = Array.from({ length: data.length });
  for (const [place, item] of data.entries()) {
    const { index = place, embedding } = (item ?? {}) as { index?: number; embedding?: unknown };
    vectors[index] = embedding;
  }
  return vectors;
}
