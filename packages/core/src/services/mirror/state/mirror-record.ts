/** What a mirror keeps: which folders there are, and of each note what file and memory were like when they last agreed. */
import { z } from 'zod';
import type { MemorySummary } from '../../../model/index.ts';
import type { Kept } from '../../records/collection.ts';
import { defineCollection } from '../../records/define-collection.ts';

/** By the id that the folder itself has in its marker, so that a folder may be moved. */
export const MIRRORS = defineCollection({
  name: 'mirrors',
  schema: z.strictObject({
    folder: z.string(),
    /** Who changes it now, and until when; others wait. */
    holder: z.string().nullable(),
    until: z.number(),
    /** What the graph had when links were last made for all notes. */
    graph: z.string(),
  }),
});

export type MirrorRecord = z.output<(typeof MIRRORS)['schema']>;
export type KeptMirror = Kept<MirrorRecord>;

/** No parent: that a memory is gone is told by its record, which outlives it. */
export const MIRRORED = defineCollection({
  name: 'mirrored',
  schema: z.strictObject({
    mirror: z.string(),
    memory: z.string(),
    /** From the folder. */
    file: z.string(),
    /** SHA-256 of the file; what it says agrees with `seen`. */
    hash: z.string(),
    /** Of the file on the disk; only for comparing. Empty while the file has no id yet, or is to be looked at again. */
    stamp: z.string(),
    /** The state of the memory, see `stateOf`. */
    seen: z.string(),
    /** Hash of the lines of links that were written: they name what a text is about, and stay when it has gone. */
    links: z.string(),
    missing_since: z.number().nullable(),
  }),
  indexes: { by_mirror: ['mirror'] },
});

export type NoteRecord = z.output<(typeof MIRRORED)['schema']>;

export function noteKey(mirror: string, memory: string): string {
  return `${mirror}/${memory}`;
}

/** Another one whenever a note of the memory would read otherwise. */
export function stateOf({ version, supersededBy }: Pick<MemorySummary, 'version' | 'supersededBy'>): string {
  return supersededBy === null ? `${version}` : `${version} ${supersededBy}`;
}

/** No memory has this state: the note is to be written anew. */
export const STALE = 'stale';
