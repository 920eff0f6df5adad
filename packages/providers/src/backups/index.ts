export { createBackupFile } from './backup-file.ts';
export { createBackupShelf, openBackupFolder } from './backup-shelf.ts';
