/** The note of a paper in the user's vault: what was written where, so that what the user wrote is told from it. */
import { z } from 'zod';
import { defineCollection } from '../../../records/define-collection.ts';

const texts = z.record(z.string(), z.string());
const written = {
  /** Hash of each region, by its name: links count by what they lead to. */
  regions: texts,
  /** The same without its links: what has changed when this has is not only where a note lies. */
  bare: texts.default({}),
  /** As JSON: each key of the front matter that is ours. */
  keys: texts,
  /** Links as they are written, by the paper that is meant; empty for one without a note. */
  links: texts.default({}),
};

/** The key is that of the paper and the vault. */
export const PAPER_NOTES = defineCollection({
  name: 'paper_notes',
  schema: z.strictObject({
    paper: z.string(),
    vault: z.string(),
    /** From the vault's root, with forward slashes. */
    path: z.string(),
    template: z.string(),
    ...written,
    /** What is being written just now: whoever dies meanwhile leaves it open which of the two is in the file. */
    pending: z.strictObject(written).nullable().default(null),
    /** Something about it only the user can put right: it is looked at until that is done. */
    troubled: z.boolean().default(false),
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

/** By the id of the vault. */
export const PAPER_VAULTS = defineCollection({
  name: 'paper_vaults',
  schema: z.strictObject({
    /** Files that are no notes of papers, as they were when they were looked into: `strangerKey`, one behind the other. */
    strangers: z.string(),
  }),
  indexes: {},
});

export type PaperNoteRecord = z.output<(typeof PAPER_NOTES)['schema']>;
