export { createDocumentReader, type DocumentReaderOptions } from './document-reader.ts';
export { findCharset } from './charset/find-charset.ts';
