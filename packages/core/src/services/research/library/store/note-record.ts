/** The note of a paper in the user's vault: what was written where, so that what the user wrote is told from it. */
import { z } from 'zod';
import { defineCollection } from '../../../records/define-collection.ts';

/** The key is that of the paper and the vault. */
export const PAPER_NOTES = defineCollection({
  name: 'paper_notes',
  schema: z.strictObject({
    paper: z.string(),
    vault: z.string(),
    /** From the vault's root, with forward slashes. */
    path: z.string(),
    template: z.string(),
    /** Hash of each region as it was written, by its name. */
    regions: z.record(z.string(), z.string()),
    /** As JSON: each key of the front matter that is ours. */
    keys: z.record(z.string(), z.string()),
    /** What is being written just now: whoever dies meanwhile leaves it open which of the two is in the file. */
    pending: z
      .strictObject({ regions: z.record(z.string(), z.string()), keys: z.record(z.string(), z.string()) })
      .nullable()
      .default(null),
    /** Of the whole file as it was last seen; null while it was never written. */
    seen: z.string().nullable(),
    /** Of the file on the disk; only for comparing. */
    stamp: z.string().default(''),
    /** Of the paper's record when the note was written. */
    paper_version: z.number().default(0),
    /** The user has taken the file away; it is not made again. */
    removed: z.boolean(),
    /** The memory with what the user wrote in it. */
    memory: z.string().nullable(),
    synced_at: z.number(),
  }),
  indexes: { by_paper: ['paper'], by_path: ['vault', 'path'] },
  parent: { collection: 'papers' },
});

export type PaperNoteRecord = z.output<(typeof PAPER_NOTES)['schema']>;
