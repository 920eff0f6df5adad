export { createBuiltinExtractor, type BuiltinExtractorOptions } from './builtin-extractor.ts';
