export { createBuiltinEmbedder, type BuiltinEmbedderOptions } from './builtin-embedder.ts';
export { BUILTIN_MODEL, BUILTIN_MODEL_FILES, findBuiltinModel } from './builtin-model.ts';
export { createLanguageEmbedder, LANGUAGE_MODEL } from './languages/language-embedder.ts';
export { createOllamaEmbedder } from './remote/ollama-embedder.ts';
export { createOpenaiEmbedder } from './remote/openai-embedder.ts';
export { EMBEDDING_CACHE_FILES, EmbeddingCache, type EmbeddingCacheOptions } from './cache/embedding-cache.ts';
export { createCachedEmbedder } from './cache/cached-embedder.ts';
export type { EndpointOptions } from './remote/endpoint-options.ts';
