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
  write(name: string, pieces: AsyncIterable<string>, request?: WriteRequest): Promise<WrittenFile>;
}
