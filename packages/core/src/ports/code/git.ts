import type { FileRequest } from '../files.ts';

/**
 * What Git knows of a folder. Contract:
 * - Nothing that a repository says is run: no hook, filter, external diff, text conversion, alias, monitor, pager, signature
 *   check or credential helper, whatever its configuration or attributes name. Nothing is fetched, and nothing is written.
 * - The work tree, the Git folder and the folder that work trees share lie where the client may read.
 * - Names survive whatever is in them. One that is not UTF-8 has its bytes in `rawPath`; `path` then only resembles it.
 * - Git that is not there, not new enough or not willing is an answer with a reason, not a failure.
 * - Memory is bounded, whatever a repository holds. Who stops asking ends the process behind an iteration.
 *
 * Ids of objects are whole, in lower case: 40 digits, or 64 in a repository with SHA-256. Times are in milliseconds.
 * Fails with TIMEOUT when Git says nothing for too long, TOO_LARGE beyond a limit, INVALID_INPUT for an id or a path that
 * cannot be one, NOT_FOUND for what a partial clone has not fetched, CANCELLED when the signal fires.
 */
export interface Git {
  /** The repository that the folder lies in. `path` is absolute. */
  open(path: string, request: FileRequest): Promise<GitOpening>;
  /** Ends everything that still runs. */
  close(): Promise<void>;
}

/** `not_owned`: Git itself refuses it, because it belongs to somebody else. `outside`: part of it lies where nothing may be read. */
export type GitRefusal = 'no_git' | 'too_old' | 'not_a_repository' | 'bare' | 'not_owned' | 'outside' | 'broken';

export type GitOpening =
  | { readonly repository: GitRepository; readonly reason?: never }
  /** `message` is a sentence for people, without a path. */
  | { readonly repository: null; readonly reason: GitRefusal; readonly message: string };

export interface GitRepository {
  /** Absolute, links followed: the top of the work tree. */
  readonly root: string;
  /** Of this work tree. */
  readonly gitDir: string;
  /** Of all work trees of the repository: refs, objects, configuration and hooks. */
  readonly commonDir: string;
  /** A further work tree of a repository. */
  readonly isLinked: boolean;
  /** Old history is not there. */
  readonly isShallow: boolean;
  readonly hash: 'sha1' | 'sha256';
  head(): Promise<GitHead>;
  /**
   * The first commits of HEAD's history, the oldest first: clones and work trees of one repository have them in common. Null
   * where they are not known: nothing is committed yet, or the history is cut. Reads the whole history.
   */
  roots(): Promise<readonly string[] | null>;
  /** The commit that a name, an id or an expression means; null when there is none. */
  resolve(revision: string): Promise<string | null>;
  /** What is in the work tree: what is tracked and there, and what is not tracked and not ignored. */
  files(options?: GitOptions): AsyncIterable<GitFile>;
  /** What differs from HEAD. A file whose filter is not run (Git LFS) may be told although it is the same. */
  status(options?: GitOptions): AsyncIterable<GitStatus>;
  /** The newest first. */
  commits(query: GitCommitQuery): AsyncIterable<GitCommit>;
  /** Between two commits or trees; null is the empty one. */
  changes(from: string | null, to: string, options?: GitOptions): AsyncIterable<GitChange>;
  /** The same with the lines that changed. */
  hunks(
    from: string | null,
    to: string,
    options?: GitOptions & { readonly paths?: readonly string[] },
  ): AsyncIterable<GitFileHunks>;
  /** Bytes of a file by their id, or as a commit has them. Null when there is no such file. TOO_LARGE beyond the limit. */
  content(source: GitSource, options?: { readonly maxBytes?: number }): Promise<GitContent | null>;
  /** Who changed these lines, the newest first; renames are followed. Lines count from 1. */
  lineHistory(query: GitLineQuery): AsyncIterable<GitLineChange>;
  /** Who wrote the commits that touched a file or folder, most first. `.mailmap` counts. */
  authors(query: GitAuthorQuery): Promise<readonly GitAuthor[]>;
  close(): Promise<void>;
}

export interface GitOptions {
  readonly signal?: AbortSignal;
}

export interface GitHead {
  /** Null: nothing is committed yet on this branch. */
  readonly commit: string | null;
  /** Without `refs/heads/`; null when HEAD names a commit itself. */
  readonly branch: string | null;
}

export interface GitName {
  readonly path: string;
  /** Only where the name is not UTF-8. */
  readonly rawPath?: Uint8Array;
}

/** `repository`: a submodule, or a repository that lies in this one; what is in it is not told. */
export type GitKind = 'file' | 'link' | 'repository';

export interface GitFile extends GitName {
  readonly kind: GitKind;
  /** Null for what is not tracked. */
  readonly tracked: {
    /** Of the content as it was added, which the file may no longer have; for a submodule its commit. Null: in conflict. */
    readonly blob: string | null;
    readonly isExecutable: boolean;
  } | null;
}

export interface GitStatus extends GitName {
  readonly state: 'added' | 'modified' | 'deleted' | 'renamed' | 'type_changed' | 'conflicted' | 'untracked';
  /** The name that it had in HEAD, of what was renamed. */
  readonly before: GitName | null;
}

export interface GitCommitQuery extends GitOptions {
  /** A commit; its history is told. */
  readonly from: string;
  /** What these commits have in their history is left out. */
  readonly except?: readonly string[];
  /** By the time of the commit, both inclusive. */
  readonly since?: number;
  readonly until?: number;
  readonly limit?: number;
  /** Only commits that changed something below these, and only those changes. Taken as they stand. */
  readonly paths?: readonly string[];
  /** Changed paths cost most of the time; they are told unless this is false. */
  readonly changes?: boolean;
}

export interface GitPerson {
  readonly name: string;
  readonly email: string;
}

export interface GitCommit {
  readonly hash: string;
  readonly parents: readonly string[];
  readonly author: GitPerson;
  readonly authoredAt: number;
  readonly committer: GitPerson;
  readonly committedAt: number;
  readonly subject: string;
  /** Without the subject; may be cut after a mebibyte. */
  readonly body: string;
  /** Of a merge, none. */
  readonly changes: readonly GitChange[];
  /** How many more there were than are told. */
  readonly moreChanges: number;
  /** What came before it is not there, so its changes are not known. */
  readonly isCut: boolean;
}

export interface GitChange extends GitName {
  readonly kind: GitKind;
  readonly state: 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type_changed';
  readonly before: GitName | null;
  readonly oldBlob: string | null;
  readonly newBlob: string | null;
  /** How alike both are, in percent, of what was renamed or copied. */
  readonly similarity: number | null;
}

/** Lines count from 1. Of an insertion `oldLines` is 0 and `oldStart` the line before it; the same for what was removed. */
export interface GitHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

export interface GitFileHunks {
  readonly change: GitChange;
  /** None for bytes that are no text, and for what only moved. */
  readonly hunks: readonly GitHunk[];
}

export type GitSource = { readonly blob: string } | { readonly commit: string; readonly path: string };

export interface GitContent {
  readonly blob: string;
  readonly bytes: Uint8Array;
}

export interface GitLineQuery extends GitOptions {
  readonly commit: string;
  readonly path: string;
  readonly first: number;
  readonly last: number;
  readonly limit?: number;
}

export interface GitLineChange {
  readonly hash: string;
  readonly author: GitPerson;
  readonly committedAt: number;
  readonly subject: string;
  /** Where the lines stood after this commit, and before it; none before it where the commit made them. */
  readonly hunks: readonly GitHunk[];
}

export interface GitAuthorQuery extends GitOptions {
  readonly commit: string;
  /** The whole repository without it. */
  readonly path?: string;
  readonly since?: number;
}

export interface GitAuthor extends GitPerson {
  readonly commits: number;
}
