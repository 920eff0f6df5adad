/** Models that an Ollama serves: `POST /api/embed`, many texts a request. */
import type { Embedder } from '@zapomni/core/ports';
import { createGuardedClient } from '../../net/index.ts';
import type { EmbeddingDialect } from './dialect.ts';
import { MAX_ANSWER_BYTES, type EndpointOptions } from './endpoint-options.ts';
import { RemoteEmbedder } from './remote-embedder.ts';

/** How long Ollama keeps the model in memory after a call; loading it takes seconds. */
const KEEP_ALIVE = '30m';

/** See the `Embedder` contract. Connects to nothing before the first `embed` or `warm`. */
export function createOllamaEmbedder(options: EndpointOptions): Embedder {
  const { model, url, key, batchSize, timeoutMs, pause, random } = options;
  return new RemoteEmbedder({
    name: `ollama/${model.replace(/:latest$/, '')}`,
    model,
    client: createGuardedClient({ baseUrl: url, key, timeoutMs, maxBytes: MAX_ANSWER_BYTES }),
    dialect: ollamaDialect(model),
    batchSize,
    pause,
    random,
  });
}

function ollamaDialect(model: string): EmbeddingDialect {
  return {
    path: '/api/embed',
    facts: {
      what: 'embedding',
      urlSetting: 'ZAPOMNI_OLLAMA_URL',
      keySetting: 'ZAPOMNI_EMBED_KEY',
      getModel: `\`ollama pull ${model}\``,
    },
    toBody: (texts) => ({ model, input: texts, truncate: true, keep_alive: KEEP_ALIVE }),
    vectorsOf: (answer) => (answer as { embeddings?: unknown } | null)?.embeddings,
  };
}
