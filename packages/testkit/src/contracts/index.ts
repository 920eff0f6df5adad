export { embedderContract, type EmbedderHarness } from './embedder.ts';
export { expectSound, extractorContract, type ExtractorHarness } from './extractor.ts';
export { fileReaderContract, type FileReaderHarness, type FileReaderSetup } from './file-reader.ts';
export { clockContract, idSourceContract } from './ids.ts';
export { loggerContract, type LoggerHarness } from './logger.ts';
export { taskRunnerContract } from './task-runner.ts';
export { storageContract, type StorageContractOptions } from './storage.ts';
export type { StorageHarness } from './storage-fixtures.ts';
export { traversalSpellings } from './traversal-spellings.ts';
