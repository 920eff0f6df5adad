/** When a source, or all sources of a query, are looked at next. The key is `source:` or `query:` and the id. */
import { z } from 'zod';
import type { Kept } from '../../../records/collection.ts';
import { defineCollection } from '../../../records/define-collection.ts';
import { scheduleSchema } from '../../queries/query-record.ts';

export const DISCOVERY_SCHEDULES = defineCollection({
  name: 'discovery_schedules',
  schema: z.strictObject({
    of: z.enum(['source', 'query']),
    id: z.string(),
    schedule: scheduleSchema,
    /** Null of one that is off for good. */
    next_run: z.number().nullable(),
    /** When it was last begun. */
    begun_at: z.number().nullable(),
    /** In a row. */
    failures: z.number().int(),
    /** Why it is not run as it was told to; null when it is. */
    off: z.string().nullable(),
    off_since: z.number().nullable(),
  }),
  indexes: { by_next: ['next_run'] },
});

export type ScheduleRecord = z.output<(typeof DISCOVERY_SCHEDULES)['schema']>;
export type KeptSchedule = Kept<ScheduleRecord>;
