/** A note as it is and a paper as it is, brought together: what the file is to say, and what the paper is to take from it. */
import type { NoteFormat } from './formats/note-format.ts';
import { isDisplaced, readKeys, splitNote, withKeys, type FrontMatter } from './front-matter.ts';
import type { KnownLinks } from './linked-text.ts';
import { mergeKeys } from './merge-keys.ts';
import { mergeRegions } from './merge-regions.ts';
import type { OwnedKey, OwnedValues, PaperNote } from './owned-keys.ts';
import type { Written, WrittenParts } from './written.ts';
import { normal, usersText, type BrokenRegion } from './regions.ts';

export interface MergeInput {
  /** Null for a note that is to be made. */
  readonly content: string | null;
  readonly ours: PaperNote;
  readonly written: Written;
  /** What links mean in the file, and in what is to be written. */
  readonly links: { readonly there: KnownLinks; readonly ours: KnownLinks };
  readonly format: NoteFormat;
  /** Whose word counts where both have changed one that goes both ways. */
  readonly isFileNewer: boolean;
  readonly day: string;
}

export interface Merged {
  readonly content: string;
  /** What the paper is to say from now on; only what is otherwise. */
  readonly taken: OwnedValues;
  /** Names of keys and regions where both had changed. */
  readonly conflicts: readonly string[];
  /** Keys of which the user says what no paper can have: they are left as they are. */
  readonly unmeant: readonly OwnedKey[];
  /** Regions that are left as they are, because it cannot be told where they begin and end. */
  readonly broken: readonly BrokenRegion[];
  /** What a later merge has to know: what is written by this one, and what is there of what was written before. */
  readonly written: WrittenParts;
  readonly found: WrittenParts;
  readonly usersText: string;
}

/** Null for front matter that cannot be read, or not be changed without touching what is the user's. */
export function mergeNote(input: MergeInput): Merged | null {
  const parts: FrontMatter = splitNote(input.content ?? '') ?? {
    opening: '',
    source: '',
    closing: '',
    body: input.content ?? '',
    end: (input.content ?? '').includes('\r\n') ? '\r\n' : '\n',
  };
  const there = isDisplaced(input.content ?? '') ? null : readKeys(parts.source);
  if (!there) return null;
  const keys = mergeKeys(input, there);
  const source = withKeys(parts.source, keys.changes, parts.end);
  if (source === null) return null;
  const { body, written, found, conflicts, broken } = mergeRegions(input, parts.body, parts.end);
  return {
    content: headOf(parts, source) + (parts.opening === '' ? body.replace(/^\uFEFF/, '') : body),
    taken: keys.taken,
    conflicts: [...keys.conflicts, ...conflicts],
    unmeant: keys.unmeant,
    broken,
    written: { keys: keys.written, ...written },
    found: { keys: keys.found, ...found },
    usersText: wordsOf(input, body.replace(/^\uFEFF/, ''), broken),
  };
}

/** Of a region that cannot be told from what is around it, what we say ourselves is not the user's word all the same. */
function wordsOf({ ours }: MergeInput, body: string, broken: readonly BrokenRegion[]): string {
  const said = broken.flatMap(({ region }) => ours.regions.get(region)?.text ?? []);
  return normal(said.reduce((text, own) => text.replace(own, () => ''), usersText(body)));
}

/** A file without front matter gets one; its byte order mark stays the first thing in it. */
function headOf({ opening, closing, end, body }: FrontMatter, source: string): string {
  if (opening !== '') return opening + source + closing;
  if (source === '') return body.startsWith('\uFEFF') ? '\uFEFF' : '';
  return `${body.startsWith('\uFEFF') ? '\uFEFF' : ''}---${end}${source}---${end}`;
}
