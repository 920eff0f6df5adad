import type { FileStat } from './files.ts';

export interface WriteRequest {
  /** Replace a file of that name. */
  readonly overwrite?: boolean;
  readonly signal?: AbortSignal;
}

export interface WrittenFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
}

/**
 * Writes files below one folder that the user named, and nowhere else. Contract:
 * - `name` is relative, with `/` between folders, which exist. Dot segments, drives, backslashes, NUL, device names, and
 *   whatever else could lead elsewhere are refused; so is a way through a symbolic link, also if it changes meanwhile.
 * - The file appears whole or not at all: it is written under another name beside it and renamed. When the pieces fail, the
 *   signal fires or the disk is full, nothing is left behind.
 * - The folder itself is made with the first file. Others than the user cannot read what is written.
 * - Memory is bounded by the longest piece.
 *
 * Fails with INVALID_INPUT for a name that cannot be used, NOT_FOUND for a folder that does not exist, FORBIDDEN for what
 * is not a plain file, may not be written or leads elsewhere, CONFLICT for a file that exists, CANCELLED when the signal
 * fires. What the pieces fail with is passed on. No path reaches an error message.
 */
export interface FileWriter {
  /** Fails as `write` does for a name that cannot be used, before anything is made that is to be written. */
  check(name: string): void;
  /** Texts are written as UTF-8. */
  write(name: string, pieces: AsyncIterable<string | Uint8Array>, request?: WriteRequest): Promise<WrittenFile>;
}

/**
 * Changes files in a folder that the user named, where the user changes them too. Contract:
 * - `folder` is as `open` told it: where it really lies.
 * - `relative` is as a walk tells it, with `/` between the names. Dot segments, empty names and NUL are INVALID_INPUT; so is
 *   whatever the system takes for a separator or a drive. A way through a symbolic link is FORBIDDEN, also if it comes
 *   meanwhile, and so is everything that is not a plain file. Nothing outside of the folder is touched.
 * - `expected` is the version of the file that is to be replaced or removed, as the port of files tells it; null where there
 *   is to be none. CONFLICT where something else is found when the new file is ready: what somebody else wrote stays.
 * - A file appears whole or not at all, and is on disk when `put` resolves; that it is there under its name is sure after
 *   `flush`. A process that dies leaves at most a hidden file beside it, which the next `put` to the same file replaces.
 * - One writer at a time for each folder is the caller's to see to.
 *
 * Fails with NOT_FOUND for a folder that is not there, STORE_FULL when the disk is full. No path reaches an error message.
 */
export interface FolderWriter {
  /** Makes the folder, if it is missing, and says where it really lies. FORBIDDEN for one that may not be written to. */
  open(folder: string): Promise<string>;
  put(folder: string, relative: string, text: string, expected: string | null): Promise<FileStat>;
  /** Removing what is not there is fine. */
  remove(folder: string, relative: string, expected: string): Promise<void>;
  flush(folder: string, relatives: readonly string[]): Promise<void>;
}
