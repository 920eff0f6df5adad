/** What a synchronisation of notes is asked for, and what it says it did. */
import type { Asker } from '../../documents/fetch-source.ts';

export interface NotesRequest extends Asker {
  readonly workspace: string;
  /** That of the settings unless given. */
  readonly template?: string | undefined;
  /** Only the notes of these. */
  readonly papers?: readonly string[] | undefined;
  /** Looks, says what would be done, and does nothing. */
  readonly dryRun?: boolean | undefined;
  /** Makes notes again that the user has removed. */
  readonly recreate?: boolean | undefined;
  /** Looks at every note, also where nothing seems to have changed. */
  readonly all?: boolean | undefined;
  /** Begins anew with a vault that has lost its marker. */
  readonly beginAnew?: boolean | undefined;
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
}

export interface NoteConflict {
  readonly file: string;
  /** Names of properties and regions that both sides have changed. */
  readonly parts: readonly string[];
  /** Which word counts, and what to do for the other. */
  readonly fix: string;
}

/** Something in the vault that only the user can put right. */
export interface NoteProblem {
  readonly file: string;
  readonly problem: string;
  readonly fix: string;
}

export interface NotesReport {
  /** Notes made, and notes changed. */
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Papers that took something from their note: tags, rating, status. */
  readonly taken: number;
  /** Texts of the user's that became memories, or changed one. */
  readonly texts: number;
  readonly moved: number;
  /** Notes that the user has removed: they are not made again. */
  readonly removed: readonly string[];
  readonly conflicts: readonly NoteConflict[];
  /** Notes that were left as they are, and why. */
  readonly skipped: readonly { readonly file: string; readonly reason: string }[];
  /** Copies of notes, and notes of which a part is left as it is. */
  readonly problems: readonly NoteProblem[];
  /** Passages that wait for their vectors. */
  readonly passages: number;
}

export type NotesTally = {
  -readonly [Name in keyof NotesReport]: NotesReport[Name] extends readonly (infer Item)[] ? Item[] : NotesReport[Name];
};

export function emptyNotes(): NotesTally {
  return {
    created: 0,
    updated: 0,
    unchanged: 0,
    taken: 0,
    texts: 0,
    moved: 0,
    removed: [],
    conflicts: [],
    skipped: [],
    problems: [],
    passages: 0,
  };
}
