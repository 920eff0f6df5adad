import type { BackupFile } from './backup-file.ts';

/** One folder of backups, on this machine. */
export interface BackupFolder {
  /** A new file in it. INVALID_INPUT when the folder is gone, as with a disk that is not plugged in: it is not made again. */
  file(name: string): BackupFile;
  /** Of all files in it. */
  names(): Promise<string[]>;
  /** False when it is not there. */
  remove(name: string): Promise<boolean>;
}

/**
 * The folders that backups may be written to without the user being there. Contract:
 * - A folder may be used if the user named it on this machine, for this data folder, and has not taken that back; what the store
 *   says, which others may have written, does not count. The data folder's own, which `null` means, may always be used.
 * - What was allowed is known to every process of the data folder, and after a restart.
 */
export interface BackupShelf {
  /** Makes the folder, where it is not there yet. */
  allow(folder: string): Promise<void>;
  forbid(folder: string): Promise<void>;
  /** Null when it may not be used here. */
  open(folder: string | null): Promise<BackupFolder | null>;
}
