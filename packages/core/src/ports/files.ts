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

/** By its URI as a client writes it, or by its absolute path as the system, a walk or the user's own hand wrote it. */
export type FilePlace = { readonly uri: string } | { readonly path: string };

export interface FileStat {
  readonly kind: 'file' | 'folder';
  /** In bytes; 0 for a folder. */
  readonly size: number;
  readonly modifiedAt: number;
  /** Another one when the file was written to or another took its place. Only for comparing. */
  readonly version: string;
}

export interface WalkedEntry extends FileStat {
  /** From the folder of the walk, with `/` between the names. */
  readonly relative: string;
  /** Absolute, for `stat` and `bytes`. */
  readonly path: string;
  /** For clients; null when no URI means this file and nothing else (a name with `%41` in it, a line break …). */
  readonly uri: string | null;
}

/** Something that is there and was not told, apart from what is ignored. */
export interface LeftOut {
  readonly kind: 'left_out';
  readonly relative: string;
  /**
   * `link`: not followed. `special`: a pipe, socket or device. `name`: its bytes are no text. `too_many`: the first one
   * beyond the limit; the walk ends with it. `changed`: moved or replaced by a link while it was being looked at.
   */
  readonly reason:
    | 'link'
    | 'special'
    | 'name'
    | 'unreadable'
    | 'changed'
    | 'cycle'
    | 'too_large'
    | 'too_deep'
    | 'too_many';
}

export type WalkItem = WalkedEntry | LeftOut;

/** Patterns are lines of an ignore file (`*.md`, `/docs/`, `src/**`, `!keep.txt`), from the folder of the walk. */
export interface WalkOptions {
  /** Whether `.gitignore`, `.ignore`, `.zapomniignore` and `.git/info/exclude` count; they do unless this is false. */
  readonly ignoreFiles?: boolean;
  /** Only files that these name, or that lie in folders that they name. */
  readonly include?: readonly string[];
  /** What these name is ignored, whatever ignore files say. */
  readonly exclude?: readonly string[];
  /** `files`: links to plain files below the client's folders are told as files. Links to folders are never followed. */
  readonly links?: 'never' | 'files';
  /** Tell of folders too, each before what is in it. */
  readonly folders?: boolean;
  /** At most the limit on what is read, which is the default. */
  readonly maxFileBytes?: number;
  /** A million by default. */
  readonly maxFiles?: number;
  /** Folders below each other; 64 by default. */
  readonly maxDepth?: number;
}

export interface ChangedPath {
  /** What is there now. Of a folder that is gone, everything in it is gone too. */
  readonly kind: 'file' | 'folder' | 'gone';
  readonly relative: string;
  readonly path: string;
}

export type FolderChange =
  | { readonly kind: 'changes'; readonly changes: readonly ChangedPath[] }
  /**
   * More has changed than could be told, or what is ignored: walk again. `incomplete`: not everything can be watched (too
   * many folders, or the system cannot); this is then told again from time to time.
   */
  | { readonly kind: 'rescan'; readonly reason: 'overflow' | 'rules' | 'gone' | 'incomplete' };

export type WatchOptions = Pick<WalkOptions, 'ignoreFiles' | 'include' | 'exclude' | 'links' | 'maxDepth'>;

/**
 * Files and folders of the user's: the contract of `FileReader`, and
 * - The same folders, clients, refusals and log lines hold for all of it: what was really opened or listed lies below the
 *   client's folders. A path is taken as it stands; dot segments, NUL and relative ones are refused.
 * - A walk tells of plain files (and folders, if wanted) in the order of their names, folder by folder, each file where it
 *   stands among its neighbours. Ignore files mean what they mean to Git, `.ignore` counts for more than `.gitignore` and
 *   `.zapomniignore` for more than both; those of folders above count as far as the client may read. A repository within
 *   another has its own Git rules alone. `.git` is never told.
 * - What goes wrong with one entry leaves it out and does not end the walk; what vanishes meanwhile is not told.
 * - Memory is bounded by the names in the folders on the way from the top. Whoever stops asking ends the walk.
 * - `stat`, `bytes`, `walk` and `watchFolder` count as one read each.
 *
 * There are two of them on the same folders, which the composition root hands out: one for clients, held to so many reads a
 * minute, and one for work that the user ordered, which is not. Who asks is never a matter of what a call says.
 */
export interface Files extends FileReader {
  stat(place: FilePlace, request: FileRequest): Promise<FileStat>;
  /** Exactly the bytes asked for, in pieces; `end` is exclusive, and both are cut to what is there. TOO_LARGE beyond the limit. */
  bytes(
    place: FilePlace,
    request: FileRequest & { readonly start?: number; readonly end?: number },
  ): AsyncIterable<Uint8Array>;
  walk(folder: FilePlace, request: FileRequest & WalkOptions): AsyncIterable<WalkItem>;
  /**
   * Tells what changed below a folder until the signal fires, some hundred milliseconds after it happened; what happens at
   * once is told at once, and each path once. Folders that come are watched, and their files told. Resolves when the watch
   * has begun: who walks after that misses nothing. Does not keep the process alive.
   */
  watchFolder(
    folder: FilePlace,
    request: FileRequest & WatchOptions & { readonly signal: AbortSignal },
    onChange: (change: FolderChange) => void,
  ): Promise<void>;
}
