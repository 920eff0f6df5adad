import type { EmbedderChoice, LlmChoice } from '../model/model-choice.ts';
import type { Embedder } from './embedder.ts';
import type { Llm } from './llm.ts';

/**
 * Makes models by name. Contract: what it makes is cold, and connects to nothing before it is used; whoever asked for it
 * closes it. Only addresses of this process's own settings are ever used. Failure: INVALID_CONFIG when the settings lack
 * what the provider needs.
 */
export interface ModelOpener {
  openEmbedder(choice: EmbedderChoice): Embedder;
  openLlm(choice: LlmChoice): Llm;
  /** Names of the models that the provider of language models has. MODEL_UNAVAILABLE when it cannot be asked. */
  listLlms(provider: LlmChoice['provider'], signal?: AbortSignal): Promise<readonly string[]>;
}
