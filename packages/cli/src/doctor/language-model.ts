/** Does the language model that was chosen answer, in JSON? Asked only when one was chosen. */
import type { LlmChoice } from '@zapomni/core/model';
import type { ModelOpener } from '@zapomni/core/ports';
import { attempt, ok, warning, type Check } from './check.ts';

const NAME = 'Language';
const SCHEMA = {
  type: 'object',
  properties: { word: { type: 'string' } },
  required: ['word'],
  additionalProperties: false,
};

/** Nothing stops working without it, so what is wrong with it is a warning. */
export async function checkLanguageModel(models: ModelOpener, choice: LlmChoice): Promise<Check> {
  const check = await attempt(NAME, () => tryModel(models, choice));
  return check.status === 'broken' ? warning(NAME, check.detail, check.advice) : check;
}

async function tryModel(models: ModelOpener, choice: LlmChoice): Promise<Check> {
  const llm = models.openLlm(choice);
  const started = performance.now();
  try {
    await llm.answer({
      system: 'You answer in JSON.',
      prompt: 'Answer with the word "ready".',
      schema: SCHEMA,
      schemaName: 'check',
      maxTokens: 64,
    });
    return ok(NAME, `${llm.name}, answered in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  } finally {
    await llm.close();
  }
}
