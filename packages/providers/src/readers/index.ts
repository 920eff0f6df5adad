export { createDocumentReader, type DocumentReaderOptions } from './document-reader.ts';
