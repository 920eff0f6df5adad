export { createLocalFiles, type LocalFiles, type LocalFilesOptions } from './local-files.ts';
export { createLocalFileWriter, type LocalFileWriterOptions } from './writing/local-file-writer.ts';
export { createLocalFolderWriter, type LocalFolderWriterOptions } from './writing/local-folder-writer.ts';
