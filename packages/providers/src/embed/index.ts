export { createBuiltinEmbedder, type BuiltinEmbedderOptions } from './builtin-embedder.ts';
export { BUILTIN_MODEL, BUILTIN_MODEL_FILES, findBuiltinModel } from './builtin-model.ts';
