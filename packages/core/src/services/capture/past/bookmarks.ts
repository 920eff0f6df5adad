/**
 * How far a file with past sessions was read, so that nobody reads it twice and who was interrupted goes on. Kept in the store
 * that it was read into: another store has to read it anew.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { defineCollection } from '../../records/define-collection.ts';

const BOOKMARKS = defineCollection({
  name: 'transcript_bookmarks',
  schema: z.strictObject({
    /** Of the file when it was read. */
    version: z.string(),
    isWhole: z.boolean(),
    /** So many items were taken, and all of them together make this hash: what comes after them is new only if they are the same. */
    items: z.number(),
    hash: z.string(),
    sessions: z.number(),
    turns: z.number(),
    from: z.number().nullable(),
    to: z.number().nullable(),
  }),
});

export type Bookmark = z.output<typeof BOOKMARKS.schema>;

/** By the file and by what of it was wanted: who reads a part of it has not read the rest. */
export interface Marked {
  readonly path: string;
  readonly filter: string;
}

const keyOf = ({ path, filter }: Marked): string => hash('sha256', JSON.stringify([path, filter]));

export async function bookmarkOf(deps: Deps, marked: Marked): Promise<Bookmark | null> {
  return (await collection(deps, BOOKMARKS).get(deps.config.workspace, keyOf(marked)))?.value ?? null;
}

export async function putBookmark(deps: Deps, marked: Marked, bookmark: Bookmark): Promise<void> {
  await collection(deps, BOOKMARKS).put(deps.config.workspace, keyOf(marked), bookmark);
}
