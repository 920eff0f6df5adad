export { createBuiltinExtractor, type BuiltinExtractorOptions } from './builtin-extractor.ts';
export { ReadingShelf } from './heads/reading-shelf.ts';
