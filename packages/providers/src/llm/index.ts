export { createOllamaLlm } from './ollama-llm.ts';
export { createOpenaiLlm } from './openai-llm.ts';
export type { LlmOptions } from './llm-options.ts';
export { listModels, type ModelListOptions } from './list-models.ts';
