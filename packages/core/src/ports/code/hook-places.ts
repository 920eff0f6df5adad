import type { FileRequest } from '../files.ts';
import type { GitRefusal } from './git.ts';

/** One thing to be done to files. `before` is what has to be there: whatever else is found stays, and the step is CONFLICT. */
export type HookStep =
  | { readonly kind: 'make_folder' | 'remove_folder'; readonly path: string }
  /** A new file gets the mode; one that is there keeps its own. */
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly bytes: string;
      readonly mode: number;
      readonly before: string | null;
    }
  /** Takes the place of what is at `to`. */
  | { readonly kind: 'move'; readonly from: string; readonly to: string; readonly before: string | null }
  | { readonly kind: 'remove'; readonly path: string };

export interface HookFile {
  /** A character for each byte, so that what is written back is the same. Empty for what is no plain file. */
  readonly bytes: string;
  readonly kind: 'file' | 'link' | 'other';
}

/** What there is in a repository that has to do with hooks. Paths are absolute. */
export interface HookGround {
  readonly version: readonly [major: number, minor: number];
  readonly root: string;
  readonly commonDir: string;
  /** Where Git looks for hooks now, by `core.hooksPath`. */
  readonly folder: string;
  /** Where it looks without that. */
  readonly ownFolder: string;
  /** `folder` lies in the repository, links followed: it is not shared with others. */
  readonly isOwn: boolean;
  readonly hasFolder: boolean;
  /** Hooks of both folders and of husky's, the configuration, and marks of other programs; by path. */
  readonly files: ReadonlyMap<string, HookFile>;
}

/**
 * Looks at what a repository has for hooks, and changes it. Contract:
 * - Nothing outside of the repository's work tree and Git folder is written, links followed.
 * - A file appears whole or not at all. The configuration is changed under Git's own lock; CONFLICT when somebody holds it.
 * - Steps are done in their order. Those after one that fails are not done.
 */
export interface HookPlaces {
  look(path: string, request: FileRequest): Promise<HookGround | HookRefusal>;
  apply(ground: HookGround, steps: readonly HookStep[]): Promise<void>;
}

export interface HookRefusal {
  readonly reason: GitRefusal;
  readonly message: string;
}
