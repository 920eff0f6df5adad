export interface FileFacts {
  /** By the name where it agrees with the content, else by the content. */
  readonly mimeType: string;
  /** Length of the file in bytes. */
  readonly size: number;
}

/** Text when the whole file is valid UTF-8 without NUL, whatever its name says; bytes otherwise. */
export type FileContent = FileFacts &
  ({ readonly text: string; readonly data?: never } | { readonly data: Uint8Array; readonly text?: never });

export interface FileRequest {
  /** Who asks: folders and the number of reads may be limited by client. */
  readonly client: string;
  readonly signal?: AbortSignal;
}

/**
 * Reads files of the user's below folders that the user named. Contract:
 * - Without folders, nothing can be read. A file is read only if what was really opened lies below one of them, after every
 *   symbolic link has been followed, and also if links change while it is being opened.
 * - `uri` is `file:///` and an absolute path. Any spelling that could mean another place to someone else is refused: dot
 *   segments, escapes of separators or of escapes, look-alikes, NUL, backslashes, drives where there are none, hosts.
 * - Only plain files are read: no folders, pipes, sockets or devices. Nothing waits for one.
 * - Memory is bounded by the limit on a file's size, also when the file grows meanwhile.
 * - Every read and every refusal is logged, without contents, and without a path that is not below a folder of the user's.
 *
 * Fails with NOT_FOUND for everything that is not below the client's folders, whether or not it exists, so that nothing can
 * be learned of the rest of the disk; below them with NOT_FOUND, FORBIDDEN (not a plain file, or not readable), TOO_LARGE;
 * with RATE_LIMITED and `retryAfterMs` when the client has read too often; with CANCELLED when the signal fires.
 */
export interface FileReader {
  /**
   * Tells of changes to a file until the signal fires: `onChange` soon after it was written, replaced, removed or made
   * anew; several changes at once are told once. Refused like a read, and counts as one. Resolves when the watch has
   * begun. Where the system cannot watch, it resolves all the same and tells nothing. No more than a bounded number of
   * files is watched at once; RATE_LIMITED says so. A watch does not keep the process alive.
   */
  watch(uri: string, request: FileRequest & { readonly signal: AbortSignal }, onChange: () => void): Promise<void>;
  /** Where this client may read, as the user named it: absolute paths, none when nothing may be read. */
  foldersFor(client: string): readonly string[];
  read(uri: string, request: FileRequest): Promise<FileContent>;
}
