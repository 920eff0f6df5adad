/** Papers on their way in: how far each has got, so that whoever goes on after a crash begins where it stopped. The key is a hash of where it comes from. */
import { z } from 'zod';
import type { Kept } from '../../../records/collection.ts';
import { defineCollection } from '../../../records/define-collection.ts';

/** What was done last. */
const ADDING_STEPS = ['begun', 'read', 'identified', 'kept', 'referenced', 'done', 'failed'] as const;

export const PAPER_ARRIVALS = defineCollection({
  name: 'paper_arrivals',
  schema: z.strictObject({
    kind: z.enum(['file', 'url', 'text', 'id', 'document']),
    /** A path, an address, an identifier, the id of a document; of a text its name. */
    source: z.string(),
    step: z.enum(ADDING_STEPS),
    /** The id that it has, or will have if nothing in the library is the same. */
    paper: z.string(),
    document: z.string().nullable(),
    error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    warnings: z.array(z.string()),
    /** What nobody answered: whoever adds the same again asks again. */
    unanswered: z.array(z.string()).default([]),
    updated_at: z.number(),
  }),
  indexes: { by_step: ['step', 'updated_at'], by_paper: ['paper'] },
});

export type PaperArrival = z.output<(typeof PAPER_ARRIVALS)['schema']>;
export type KeptArrival = Kept<PaperArrival>;
