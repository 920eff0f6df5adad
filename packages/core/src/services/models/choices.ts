/**
 * Who decides which model is used: the settings of this process, else what was chosen for the store, else the default. A
 * choice names provider and model, never an address or a key: what lies in a store cannot send anything anywhere.
 */
import type { Config } from '../../config/index.ts';
import { EMBEDDERS, LLM_PROVIDERS, MODEL_PATTERN, type EmbedderChoice, type LlmChoice } from '../../model/index.ts';

export const BUILTIN: EmbedderChoice = { provider: 'builtin', model: '' };
export const NO_LLM: LlmChoice = { provider: 'none', model: '' };

/** Names of the store's settings. */
export const CHOSEN_EMBEDDER = 'embedder';
export const CHOSEN_LLM = 'llm';

export const DEFAULT_MODELS = { embedding: 'nomic-embed-text', llm: 'qwen2.5' };

/** What this process was told; null when it was told nothing. */
export function configuredEmbedder({ embedder, embed_model: model }: Config): EmbedderChoice | null {
  const provider = embedder ?? (model === undefined ? undefined : 'ollama');
  if (provider === undefined) return null;
  return provider === 'builtin' ? BUILTIN : { provider, model: model ?? DEFAULT_MODELS.embedding };
}

export function configuredLlm({ llm, llm_model: model }: Config): LlmChoice | null {
  const provider = llm ?? (model === undefined ? undefined : 'ollama');
  if (provider === undefined) return null;
  return provider === 'none' ? NO_LLM : { provider, model: model ?? DEFAULT_MODELS.llm };
}

/** What the store says; null when it says nothing that can be understood. */
export function storedEmbedder(stored: string | null): EmbedderChoice | null {
  return readChoice(stored, EMBEDDERS);
}

export function storedLlm(stored: string | null): LlmChoice | null {
  return readChoice(stored, LLM_PROVIDERS);
}

function readChoice<Provider extends string>(stored: string | null, providers: readonly Provider[]) {
  if (stored === null) return null;
  try {
    const { provider, model } = JSON.parse(stored) as { provider?: unknown; model?: unknown };
    const known = providers.find((one) => one === provider);
    if (known === undefined || typeof model !== 'string') return null;
    return model === '' || MODEL_PATTERN.test(model) ? { provider: known, model } : null;
  } catch {
    return null;
  }
}

/** The same choice has the same words. */
export function wordsOf({ provider, model }: EmbedderChoice | LlmChoice): string {
  return JSON.stringify({ provider, model: provider === 'ollama' ? model.replace(/:latest$/, '') : model });
}
