export { createLocalFileReader, type LocalFileReaderOptions } from './local-file-reader.ts';
