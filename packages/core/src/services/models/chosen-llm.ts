/** The language model that is chosen at the moment of each question, so that a change needs no restart. */
import type { Config } from '../../config/index.ts';
import { ZapomniError } from '../../errors/index.ts';
import type { LlmChoice } from '../../model/index.ts';
import type { Llm, ModelOpener, SettingStore } from '../../ports/index.ts';
import { CHOSEN_LLM, configuredLlm, NO_LLM, storedLlm, wordsOf } from './choices.ts';

export interface ChosenLlmParts {
  readonly config: Config;
  readonly settings: SettingStore;
  readonly models: ModelOpener;
}

/**
 * See the `Llm` contract. Where none is chosen, `answer` fails with MODEL_UNAVAILABLE and `name` is `none`; the name is
 * that of the last look at the store, which each `answer` takes.
 */
export function createChosenLlm(parts: ChosenLlmParts): Llm {
  return new ChosenLlm(parts);
}

export async function chosenLlm({ config, settings }: Omit<ChosenLlmParts, 'models'>): Promise<LlmChoice> {
  return configuredLlm(config) ?? storedLlm(await settings.get(CHOSEN_LLM)) ?? NO_LLM;
}

class ChosenLlm implements Llm {
  readonly #parts: ChosenLlmParts;
  #words = '';
  #current: Llm | null = null;

  constructor(parts: ChosenLlmParts) {
    this.#parts = parts;
    const configured = configuredLlm(parts.config);
    if (configured) this.#turnTo(configured);
  }

  get name(): string {
    return this.#current?.name ?? 'none';
  }

  async answer(request: Parameters<Llm['answer']>[0]): ReturnType<Llm['answer']> {
    const choice = await chosenLlm(this.#parts);
    if (wordsOf(choice) !== this.#words) this.#turnTo(choice);
    if (this.#current) return this.#current.answer(request);
    throw new ZapomniError('MODEL_UNAVAILABLE', 'No language model is set up.', {
      hint: 'Choose one with `zapomni model llm ollama qwen2.5`, or set ZAPOMNI_LLM.',
    });
  }

  async close(): Promise<void> {
    await this.#current?.close();
  }

  /** Questions to the one before are answered first; nothing of it is left to close. */
  #turnTo(choice: LlmChoice): void {
    this.#current = choice.provider === 'none' ? null : this.#parts.models.openLlm(choice);
    this.#words = wordsOf(choice);
  }
}
