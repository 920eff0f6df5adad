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

/**
 * What is installed for texts that the built-in model cannot read. Contract: the user installs and removes it while others run;
 * nothing is loaded before it is used.
 */
export interface Languages {
  /** The name of the installed model's vectors, or null, as it was within the last seconds. Asked often, so that it may not wait for a disk. */
  installed(): string | null;
  /** The installed model, cold; whoever asked for it closes it. */
  open(): Embedder;
  /** What the installed model's cosines mean: of a question with an answer to another one, and with its own. */
  readonly scale: { readonly unrelated: number; readonly related: number };
  /** Whether a text is in English, as far as its letters and words tell. One that says nothing in any language counts as English. */
  isEnglish(text: string): Promise<boolean>;
}
