/** What a mirror is asked for, and what it says it did. */
import type { Asker } from '../documents/fetch-source.ts';

export interface MirrorRequest extends Asker {
  readonly workspace: string;
  /** Absolute. Made if it is missing. */
  readonly folder: string;
  /** Looks, says what would be done, and does nothing. */
  readonly dryRun?: boolean | undefined;
  /** How long the file of a memory may be gone until the memory is deleted; 0: at once. */
  readonly graceMs: number;
  /** Begins anew with a folder that was a mirror once and has lost its marker. */
  readonly beginAnew?: boolean | undefined;
  readonly onProgress?: ((progress: MirrorProgress) => void) | undefined;
}

export interface MirrorProgress {
  readonly done: number;
  readonly total: number;
}

export interface SkippedFile {
  /** From the folder. */
  readonly file: string;
  readonly reason: string;
}

export interface MirrorConflict {
  readonly file: string;
  /** The file that holds the other text. */
  readonly copy: string;
  readonly reason: string;
}

export interface MirrorReport {
  /** Files written, because a memory is new or has changed, or what the graph says of it has. */
  readonly written: number;
  /** Memories that were changed by their file, and that came from new files. */
  readonly updated: number;
  readonly added: number;
  /** Files that are elsewhere, or are called otherwise. */
  readonly moved: number;
  /** Files removed, because their memory was deleted. */
  readonly removed: number;
  /** Memories deleted, because their file was. */
  readonly deleted: number;
  /** Files that are gone, whose memories wait for the end of the grace period. */
  readonly missing: readonly string[];
  readonly conflicts: readonly MirrorConflict[];
  /** New files that say what the user has deleted: they are left alone. */
  readonly forgotten: readonly string[];
  readonly skipped: readonly SkippedFile[];
  /** Notes that agree. */
  readonly unchanged: number;
  /** Passages that wait for their vectors. */
  readonly passages: number;
  /** When the next grace period ends; null when none runs. */
  readonly nextDue: number | null;
}

/** The same, while it is being written. */
export type Tally = {
  -readonly [Name in keyof MirrorReport]: MirrorReport[Name] extends readonly (infer Item)[]
    ? Item[]
    : MirrorReport[Name];
};

export function emptyTally(): Tally {
  return {
    written: 0,
    updated: 0,
    added: 0,
    moved: 0,
    removed: 0,
    deleted: 0,
    missing: [],
    conflicts: [],
    forgotten: [],
    skipped: [],
    unchanged: 0,
    passages: 0,
    nextDue: null,
  };
}
