/** Each time a source was looked at: what came of it, and why not more. Written with every page. */
import { z } from 'zod';
import type { Kept } from '../../../records/collection.ts';
import { defineCollection } from '../../../records/define-collection.ts';
import { RUN_STATES } from '../words.ts';

const count = z.number().int();

export const DISCOVERY_RUNS = defineCollection({
  name: 'discovery_runs',
  schema: z.strictObject({
    source: z.string(),
    /** As it was called then: a source may be deleted, its runs stay. */
    source_name: z.string(),
    kind: z.string(),
    /** For whom it was asked for; null for all. */
    query: z.string().nullable(),
    trigger: z.enum(['asked', 'schedule']),
    /** The item of work that does it. */
    task: z.string(),
    status: z.enum(RUN_STATES),
    started_at: z.number(),
    ended_at: z.number().nullable(),
    /** How many that were not seen before it takes. */
    most: count,
    /** Of the days that are being looked through. */
    from: z.string().nullable(),
    until: z.string().nullable(),
    /** Where the next page begins. */
    cursor: z.string().nullable(),
    pages: count,
    /** found = new + known + rejected + forgotten. */
    found: count,
    new: count,
    known: count,
    rejected: count,
    forgotten: count,
    /** Entries that could not be used, and some reasons. */
    skipped: count,
    skipped_why: z.array(z.string()),
    requests: count,
    cost: z.number(),
    /** How many there are, where the place said so. */
    total: count.nullable(),
    /** Whether there is more that it did not take. */
    more: z.boolean(),
    error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    /** Until when the place wants to be left alone. */
    retry_at: z.number().nullable(),
    /** The setting of a key that would help. */
    key_setting: z.string().nullable(),
  }),
  indexes: { by_source: ['source', 'started_at'], by_task: ['task', 'started_at'], by_started: ['started_at'] },
});

export type RunRecord = z.output<(typeof DISCOVERY_RUNS)['schema']>;
export type KeptRun = Kept<RunRecord>;
