export { backupName, type BackupManifest } from './backup-format.ts';
export { makeBackup, type BackupProgress, type BackupReport } from './make-backup.ts';
export { checkBackup } from './read-backup.ts';
export { holdsAnything, restoreBackup } from './restore-backup.ts';
export { rotateBackups } from './rotate-backups.ts';
export { keepSchedules } from './keep-schedules.ts';
export { isWhole, verifyStore, type PartCheck } from './verify-store.ts';
