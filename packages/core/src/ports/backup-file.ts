/**
 * One backup on disk. Contract:
 * - What is written is compressed, unless that is not wanted, brought to disk, read back and given to `check`; only if that resolves does the file get its
 *   name. However it ends before, by failure or by the death of the process, there is no file of that name.
 * - Nobody but the user may read it.
 * - `read` gives what was written, in pieces, however it was; memory is bounded by a piece.
 *
 * Fails with CONFLICT for a file that exists and may not be replaced, NOT_FOUND, INVALID_INPUT for what cannot be written, is cut
 * off or is not compressed as it should be, STORE_FULL. What the pieces or the check fail with is passed on.
 */
export interface BackupFile {
  write(
    pieces: AsyncIterable<Uint8Array>,
    check: (readBack: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<{ readonly bytes: number }>;
  read(): AsyncIterable<Uint8Array>;
}

/** One folder of backups, on this machine. */
export interface BackupFolder {
  /** A new file in it. INVALID_INPUT when the folder is gone, as with a disk that is not plugged in: it is not made again. */
  file(name: string, options?: { readonly compress?: boolean }): BackupFile;
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
