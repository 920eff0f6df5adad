export { createLocalFileReader, type LocalFileReaderOptions } from './local-file-reader.ts';
export { createLocalFileWriter, type LocalFileWriterOptions } from './local-file-writer.ts';
