/** The choice of models. */
export { BUILTIN, configuredEmbedder, configuredLlm, DEFAULT_MODELS, NO_LLM } from './choices.ts';
export { createChosenLlm, type ChosenLlmParts } from './chosen-llm.ts';
export type { ModelReport } from './model-report.ts';
export type { ModelChange } from './set-model.ts';
