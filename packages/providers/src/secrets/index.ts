export { createFolderSecretStore, type FolderSecretStoreOptions } from './folder-secret-store.ts';
