export { createBackupFile, removeBackup } from './backup-file.ts';
