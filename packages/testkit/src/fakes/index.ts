export { createFakeClock, type FakeClock } from './fake-clock.ts';
export { createFakeEmbedder, type FakeEmbedder, type FakeEmbedderOptions } from './fake-embedder.ts';
export { createFakeExtractor, type FakeExtractor, type FakeExtractorOptions } from './fake-extractor.ts';
export { createFakeReranker, type FakeReranker } from './fake-reranker.ts';
export { createRecordingLogger, type LogRecord, type RecordingLogger } from './recording-logger.ts';
export { createSequentialIds } from './sequential-ids.ts';
export { createFakeModelOpener, type FakeModelOpener } from './fake-model-opener.ts';
export { offlineWeb } from './offline-web.ts';
export { createListedSources, type ListedAsk, type ListedPaper, type ListedSources } from './listed-sources.ts';
