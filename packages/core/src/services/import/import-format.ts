/**
 * What a format of another program is to an import: pure. The face reads files and databases and hands over their items one
 * by one; a format says which memories they are, or why they are none.
 *
 *   file ──▶ item: a note, a line, an element, a row ──▶ reader.take(item) ──▶ findings: a draft, or a reason
 *
 * A new format is one file in formats/ and a row of formats/index.ts; help and docs/import.md follow from it.
 */
import type { Metadata } from '../../model/index.ts';
import type { MemoryDraft } from '../memory/draft.ts';

/** A memory to be. Its key names the item at its source, so that it comes once however often it is imported. */
export interface ImportDraft extends MemoryDraft {
  readonly text: string;
  readonly source: string;
  readonly tags: readonly string[];
  readonly kind: string;
  /** `timestamp` is when it was said or written, where the source says so. */
  readonly metadata: Metadata;
  readonly key: string;
}

export type Finding =
  | { readonly where: string; readonly draft: ImportDraft }
  /** What does not come. Reasons are the same words for the same case, so that they can be counted. */
  | { readonly where: string; readonly skipped: string };

export interface SourceFile {
  /** Absolute, as the system spells it. */
  readonly path: string;
  /** From the folder that was named, with `/` between the names; the file's own name if it was named itself. */
  readonly relative: string;
}

export interface SourceItem {
  /** Where the user finds it: `notes/a.md`, `chat.jsonl line 12`. */
  readonly where: string;
  /** Of JSON the field of the outermost object whose list it is in, of a database the query; otherwise empty. */
  readonly part: string;
  /** The text of a note, the object of a line or an element, a row by its columns. */
  readonly value: unknown;
}

export interface SourceReader {
  take(item: SourceItem): Iterable<Finding>;
  /** What was held back until the file is at its end. */
  end?(): Iterable<Finding>;
}

export interface ImportOptions {
  /** For formats with a mapping: the field of a memory and the column that it comes from. */
  readonly map: ReadonlyMap<string, string>;
}

/** How a file is taken apart: whole, by lines of JSON, by elements of a JSON list, by rows of CSV. */
export type Cut = 'note' | 'lines' | 'elements' | 'csv';

export interface ImportFormat {
  readonly name: string;
  /** What to point at. */
  readonly needs: string;
  /** What comes, and what is lost, for docs/import.md. */
  readonly comes: string;
  readonly lost: string;
  /** Null when the file is not of this format. `named`: the user named this very file, not a folder that it is in. */
  cutOf(relative: string, named: boolean): Cut | null;
  /** A database: what to ask it, by the name of the part. A query that the file has no table for is left out. */
  readonly queries?: Readonly<Record<string, string>>;
  /** Takes `--map`. */
  readonly mapped?: boolean;
  open(file: SourceFile, options: ImportOptions): SourceReader;
}
