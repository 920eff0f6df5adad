/** Settings of the models: who embeds, who answers, where they are and how much they are given at once. */
import { z } from 'zod';
import { EMBEDDERS, LLM_PROVIDERS, MODEL_PATTERN } from '../model/model-choice.ts';
import { secretSetting, setting, webAddress, whole } from './setting.ts';

const modelName = z.string().regex(MODEL_PATTERN);
export const modelSettings = {
  embedder: setting(
    'model',
    z.enum(EMBEDDERS).optional(),
    'Who embeds. Unless given: `ollama` when `embed_model` is given, else what `set_model` chose, else `builtin`.',
  ),
  embed_model: setting(
    'model',
    modelName.optional(),
    'Embedding model, as its provider calls it. Unless given: `nomic-embed-text` of Ollama.',
    'OLLAMA_EMBEDDING_MODEL',
  ),
  embed_url: setting(
    'model',
    webAddress.optional(),
    'Where the embedding endpoint is; `openai` needs it (`https://host/v1`). Unless given: `ollama_url` for Ollama.',
  ),
  embed_key: secretSetting('model', z.string().min(1).optional(), 'Key for the embedding endpoint.'),
  embed_key_file: setting('model', z.string().min(1).optional(), 'File that holds that key.'),
  embed_batch: setting('model', whole(1, 64).default(32), 'Texts that go to an embedding endpoint at once.'),
  embed_timeout_seconds: setting(
    'model',
    whole(1, 3600).default(60),
    'How long an embedding endpoint may take for one batch.',
  ),
  embed_cache_mb: setting(
    'model',
    whole(0, 4096).default(64),
    'Room on disk for embeddings that are kept in case their text comes again. 0: none are kept.',
  ),
  llm: setting(
    'model',
    z.enum(LLM_PROVIDERS).optional(),
    'Language model. Unless given: `ollama` when `llm_model` is given, else what `set_model` chose, else `none`.',
  ),
  llm_model: setting(
    'model',
    modelName.optional(),
    'Language model, as its provider calls it. Unless given: `qwen2.5` of Ollama.',
    'OLLAMA_LLM_MODEL',
  ),
  llm_url: setting(
    'model',
    webAddress.optional(),
    'Where the language model is; `openai` needs it (`https://host/v1`). Unless given: `ollama_url` for Ollama.',
  ),
  llm_key: secretSetting('model', z.string().min(1).optional(), 'Key for the language model.'),
  llm_key_file: setting('model', z.string().min(1).optional(), 'File that holds that key.'),
  llm_timeout_seconds: setting('model', whole(1, 3600).default(120), 'How long a language model may take to answer.'),
  rerank_url: setting(
    'model',
    webAddress.optional(),
    'Where a cross-encoder is that puts the best of a search in order: a server with `/rerank` (`http://host:port/v1`). Unless given: none.',
  ),
  rerank_model: setting('model', modelName.optional(), 'Cross-encoder, as its server calls it, where it has several.'),
  rerank_key: secretSetting('model', z.string().min(1).optional(), 'Key for the cross-encoder.'),
  rerank_key_file: setting('model', z.string().min(1).optional(), 'File that holds that key.'),
  rerank_wait_ms: setting(
    'model',
    whole(1, 60_000).default(1500),
    'How long a search waits for the cross-encoder before it does without.',
  ),
  ollama_url: setting(
    'model',
    webAddress.default('http://localhost:11434'),
    'Where Ollama is; asked only when a model of its is chosen.',
    'OLLAMA_HOST',
    'OLLAMA_BASE_URL',
  ),
  embed_wait_ms: setting(
    'model',
    whole(0, 600_000).default(3000),
    'How long an add waits for its embedding; it goes on in the background after that.',
  ),
  embed_workers: setting(
    'model',
    whole(0, 64).default(0),
    'Processes that embed at once. 0: one per core, at most 4, started as the work asks for them.',
  ),
  model_runtime: setting(
    'model',
    z.enum(['auto', 'native', 'wasm']).default('auto'),
    'What runs models of this machine: a native library, WebAssembly (slower, the same everywhere), or `auto`: the first that can be loaded.',
  ),
  chunk_size: setting('model', whole(10, 2048).default(512), 'Passage length in tokens.', 'CHUNK_SIZE'),
  chunk_overlap: setting(
    'model',
    whole(0, 1024).default(50),
    'Tokens that neighbouring passages share.',
    'CHUNK_OVERLAP',
  ),
};

/** What runs behind any endpoint must be told where and which. */
export function requireEndpoint(
  { value, issues }: { value: Readonly<Record<string, unknown>>; issues: z.core.$ZodRawIssue[] },
  use: 'embed' | 'llm',
): void {
  if (value[use === 'embed' ? 'embedder' : 'llm'] !== 'openai') return;
  for (const name of [`${use}_url`, `${use}_model`]) {
    if (value[name] === undefined) {
      issues.push({ code: 'custom', input: value, path: [name], message: 'has to be given for openai' });
    }
  }
}
