/** Models by name: what each provider needs comes from the settings of this process, and from nowhere else. */
import type { Config } from '@zapomni/core/config';
import { ZapomniError } from '@zapomni/core/errors';
import type { EmbedderChoice, LlmChoice } from '@zapomni/core/model';
import type { Embedder, Llm, Logger, ModelOpener, Reranker } from '@zapomni/core/ports';
import {
  createBuiltinEmbedder,
  createCachedEmbedder,
  createLanguageEmbedder,
  createOllamaEmbedder,
  createOpenaiEmbedder,
  EmbeddingCache,
  findBuiltinModel,
  LANGUAGE_MODEL,
} from '@zapomni/providers/embed';
import type { ReadingShelf } from '@zapomni/providers/extract';
import { createOllamaLlm, createOpenaiLlm, listModels } from '@zapomni/providers/llm';
import { systemClock } from '@zapomni/providers';
import { createEndpointReranker } from '@zapomni/providers/rerank';
import { languageFolder } from './wire-languages.ts';
import { readKey } from './read-key.ts';

const LIST_MS = 10_000;

/** `shelf` is where the built-in embedder leaves what it reads, while it is to read at all. */
export function wireModels(
  config: Config,
  logger: Logger,
  modelDir = findBuiltinModel(),
  shelf?: ReadingShelf,
): ModelOpener {
  return {
    openEmbedder: (choice) => openEmbedder(config, logger, choice, { modelDir, shelf }),
    openLlm: (choice) => openLlm(config, choice),
    listLlms: (provider, signal) => listLlms(config, provider, signal),
  };
}

/** Undefined unless the settings say where one is. */
export function wireReranker(config: Config): Reranker | undefined {
  if (config.rerank_url === undefined) return undefined;
  return createEndpointReranker({
    url: config.rerank_url,
    model: config.rerank_model,
    key: readKey(config.rerank_key, config.rerank_key_file, 'ZAPOMNI_RERANK_KEY_FILE'),
    timeoutMs: config.rerank_wait_ms,
    now: systemClock.now,
  });
}

/** The same, with embeddings kept beside the store. */
export function withCache(models: ModelOpener, config: Config, logger: Logger): ModelOpener {
  const maxBytes = config.embed_cache_mb * 1_000_000;
  if (maxBytes === 0) return models;
  const cache = new EmbeddingCache({ folder: config.data_dir, maxBytes, logger });
  return { ...models, openEmbedder: (choice) => createCachedEmbedder(models.openEmbedder(choice), cache) };
}

interface Builtin {
  readonly modelDir: string;
  readonly shelf: ReadingShelf | undefined;
}

function openEmbedder(config: Config, logger: Logger, choice: EmbedderChoice, { modelDir, shelf }: Builtin): Embedder {
  const { provider, model } = choice;
  if (provider === 'builtin' && model === LANGUAGE_MODEL.name) {
    return createLanguageEmbedder({ modelDir: languageFolder(config), ...howToRun(config), logger });
  }
  const reads = config.graph === 'on' && config.extractor === 'builtin' && shelf ? { shelf } : {};
  if (provider === 'builtin') return createBuiltinEmbedder({ modelDir, ...howToRun(config), logger, ...reads });
  const options = {
    model,
    url: addressOf(provider, config.embed_url, config, 'ZAPOMNI_EMBED_URL'),
    key: readKey(config.embed_key, config.embed_key_file, 'ZAPOMNI_EMBED_KEY_FILE'),
    batchSize: config.embed_batch,
    timeoutMs: config.embed_timeout_seconds * 1000,
  };
  return provider === 'ollama' ? createOllamaEmbedder(options) : createOpenaiEmbedder(options);
}

const howToRun = (config: Config) => ({ workers: config.embed_workers, runtime: config.model_runtime });

function openLlm(config: Config, { provider, model }: LlmChoice): Llm {
  const options = { model, ...reachLlm(config, provider), timeoutMs: config.llm_timeout_seconds * 1000 };
  return provider === 'openai' ? createOpenaiLlm(options) : createOllamaLlm(options);
}

async function listLlms(config: Config, provider: LlmChoice['provider'], signal?: AbortSignal): Promise<string[]> {
  if (provider === 'none') return [];
  return listModels({ provider, ...reachLlm(config, provider), timeoutMs: LIST_MS, signal });
}

function reachLlm(config: Config, provider: LlmChoice['provider']): { url: string; key: string | undefined } {
  return {
    url: addressOf(provider, config.llm_url, config, 'ZAPOMNI_LLM_URL'),
    key: readKey(config.llm_key, config.llm_key_file, 'ZAPOMNI_LLM_KEY_FILE'),
  };
}

function addressOf(provider: string, given: string | undefined, config: Config, setting: string): string {
  const url = given ?? (provider === 'ollama' ? config.ollama_url : undefined);
  if (url !== undefined) return url;
  throw new ZapomniError('INVALID_CONFIG', `${setting} has to be given for ${provider}.`, {
    hint: 'It is the base URL of the endpoint, such as https://host/v1.',
  });
}
