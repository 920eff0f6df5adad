/**
 * What somebody follows: a question with what must, should and must not be in an answer. The key is an id; each change is a new version, and
 * the earlier ones stay, so that a judgement can name the one it judged by.
 */
import { z } from 'zod';
import type { Kept } from '../../records/collection.ts';
import { defineCollection } from '../../records/define-collection.ts';

/** How often it is run by itself: every so many hours, or by cron in a time zone. */
export const scheduleSchema = z.union([
  z.strictObject({ every_hours: z.number().int().min(1).max(8784) }),
  z.strictObject({ cron: z.string(), zone: z.string() }),
]);
export type Schedule = z.output<typeof scheduleSchema>;

/** What one version says. Topics and keywords are words or phrases. */
export const querySchema = z.strictObject({
  description: z.string(),
  question: z.string(),
  keywords: z.array(z.string()),
  /** Gates: a paper without every one of these is rejected, and so is one with any of those. */
  required: z.array(z.string()),
  excluded: z.array(z.string()),
  preferred: z.array(z.string()),
  authors: z.array(z.string()),
  methods: z.array(z.string()),
  /** Days of publication, `YYYY-MM-DD`, inclusive. */
  published: z.strictObject({ from: z.string().nullable(), until: z.string().nullable() }),
  /** Names of discovery sources; all that name this query where it is empty. */
  sources: z.array(z.string()),
  schedule: scheduleSchema.nullable(),
  /** From here on a paper is kept. */
  min_score: z.number().min(0).max(1),
  max_per_run: z.number().int().min(1),
  auto_download: z
    .strictObject({
      min_score: z.number().min(0).max(1),
      per_day: z.number().int().min(1),
      licences: z.array(z.string()),
    })
    .nullable(),
});
export type QueryDefinition = z.output<typeof querySchema>;

export const RESEARCH_QUERIES = defineCollection({
  name: 'research_queries',
  schema: z.strictObject({
    name: z.string(),
    /** Folded: of two names that read alike there is one. */
    name_key: z.string(),
    active: z.boolean(),
    /** From 1. */
    version: z.number().int(),
    ...querySchema.shape,
    created_at: z.number(),
    updated_at: z.number(),
  }),
  indexes: { by_name: { fields: ['name_key'], unique: true }, by_created: ['created_at'] },
});

export type QueryRecord = z.output<(typeof RESEARCH_QUERIES)['schema']>;
export type KeptQuery = Kept<QueryRecord>;

/** Earlier versions; the key is the query's id and the number. */
export const RESEARCH_QUERY_VERSIONS = defineCollection({
  name: 'research_query_versions',
  schema: z.strictObject({
    query: z.string(),
    version: z.number().int(),
    definition: querySchema,
    /** Until when it held. */
    until: z.number(),
  }),
  indexes: { by_query: ['query', 'version'] },
  parent: { collection: 'research_queries' },
});
