/** Saved sets of papers, and changes of many papers that can be looked at before they are made and taken back afterwards. */
import { z } from 'zod';
import { defineCollection } from '../../../records/define-collection.ts';

export const PAPER_SETS = defineCollection({
  name: 'paper_sets',
  schema: z.strictObject({
    name: z.string(),
    name_key: z.string(),
    description: z.string(),
    /** What belongs to it is asked whenever it is used; null for a set of fixed members. */
    filter: z.record(z.string(), z.json()).nullable(),
    members: z.array(z.string()),
    created_at: z.number(),
  }),
  indexes: { by_name: { fields: ['name_key'], unique: true } },
});

/** `merge`, `split`, `delete`, `retag` …: what is to be done, what was done, and what takes it back. */
export const PAPER_PLANS = defineCollection({
  name: 'paper_plans',
  schema: z.strictObject({
    kind: z.string(),
    state: z.enum(['proposed', 'applied', 'undone']),
    /** For whoever decides. */
    summary: z.string(),
    plan: z.json(),
    /** As it was before; what `undo` brings back. Where that is much it lies in a blob, and this names it. */
    before: z.json(),
    blobs: z.array(z.string()).default([]),
    created_at: z.number(),
    applied_at: z.number().nullable(),
    /** After this time it cannot be taken back. */
    expires_at: z.number().nullable(),
  }),
  indexes: { by_kind: ['kind', 'created_at'], by_expiry: ['expires_at'] },
  blobs: ['blobs'],
});

export type PaperPlanRecord = z.output<(typeof PAPER_PLANS)['schema']>;
