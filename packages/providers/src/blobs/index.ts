export { createFolderBlobStore, type FolderBlobStoreOptions } from './folder-blob-store.ts';
