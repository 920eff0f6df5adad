/** Which model is to be used, by who provides it. Where a provider is found and with which key is each process's own affair. */
export const EMBEDDERS = ['builtin', 'ollama', 'openai'] as const;
export const LLM_PROVIDERS = ['none', 'ollama', 'openai'] as const;

export type EmbedderProvider = (typeof EMBEDDERS)[number];
export type LlmProvider = (typeof LLM_PROVIDERS)[number];

export interface ModelChoice<Provider extends string> {
  readonly provider: Provider;
  /** As the provider calls it; empty where there is but one. */
  readonly model: string;
}

export type EmbedderChoice = ModelChoice<EmbedderProvider>;
export type LlmChoice = ModelChoice<LlmProvider>;

/** `nomic-embed-text:v1.5`, `BAAI/bge-m3`, `qwen2.5:7b-instruct@q4`. */
export const MODEL_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,199}$/;

/** Vectors of models that are installed for other languages are named so; they lie beside those of the built-in one. */
export function isLanguageModel(name: string): boolean {
  return name.startsWith('languages/');
}

/** Vectors of a provider's model carry both names; those of the built-in one its name alone. */
export function embedderNamed(name: string): EmbedderChoice {
  const [, provider, model] = /^(ollama|openai)\/(.+)$/.exec(name) ?? [];
  if (provider === undefined || model === undefined) return { provider: 'builtin', model: '' };
  return { provider: provider as EmbedderProvider, model };
}
