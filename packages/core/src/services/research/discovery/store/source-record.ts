/**
 * Where somebody wants to be looked: a service, a feed or a workflow, with what to look for there and how often. What was looked at already is
 * kept with it, in the same record, so that a page is either taken with all that came of it or not at all.
 */
import { z } from 'zod';
import { SEARCH_SORTS } from '../../../../ports/papers/paper-search.ts';
import type { Kept } from '../../../records/collection.ts';
import { defineCollection } from '../../../records/define-collection.ts';
import { scheduleSchema } from '../../queries/query-record.ts';
import { SOURCE_KINDS } from '../words.ts';

/** In the words of `PaperSearch`; days `YYYY-MM-DD`, inclusive. */
const searchSchema = z.strictObject({
  keywords: z.array(z.string()),
  match: z.enum(['any', 'all']),
  authors: z.array(z.string()),
  subjects: z.array(z.string()),
  venue: z.string().nullable(),
  types: z.array(z.string()),
  sort: z.enum(SEARCH_SORTS),
  server: z.string().nullable(),
  filter: z.string().nullable(),
  from: z.string().nullable(),
  until: z.string().nullable(),
});
export type SourceSearch = z.output<typeof searchSchema>;

/** A stretch of days that is being looked through, and where it goes on. */
const passSchema = z.strictObject({
  from: z.string().nullable(),
  until: z.string().nullable(),
  /** Of the next page; null before the first. */
  cursor: z.string().nullable(),
  pages: z.number().int(),
  begun_at: z.number(),
});
export type Pass = z.output<typeof passSchema>;

export const DISCOVERY_SOURCES = defineCollection({
  name: 'discovery_sources',
  schema: z.strictObject({
    name: z.string(),
    /** Folded: of two names that read alike there is one. */
    name_key: z.string(),
    kind: z.enum(SOURCE_KINDS),
    search: searchSchema,
    /** Of a feed. */
    url: z.string().nullable(),
    /** Name of a workflow, and what it is given. */
    workflow: z.strictObject({ name: z.string(), params: z.record(z.string(), z.json()) }).nullable(),
    /** Ids of queries that it looks for. */
    queries: z.array(z.string()),
    schedule: scheduleSchema.nullable(),
    /** How many that were not seen before a run takes. */
    max_articles: z.number().int().min(1),
    created_at: z.number(),
    /** Not yet looked through, the latest days first. */
    passes: z.array(passSchema),
    /** The last day that was looked at, and everything before it. */
    done_until: z.string().nullable(),
    /** What the place gave us to ask whether anything is new. */
    mark: z.string().nullable(),
    last: z
      .strictObject({ run: z.string(), status: z.string(), started_at: z.number(), ended_at: z.number() })
      .nullable(),
    /** When it was last looked through to the end. */
    complete_at: z.number().nullable(),
  }),
  indexes: { by_name: { fields: ['name_key'], unique: true }, by_created: ['created_at'], by_query: ['queries'] },
});

export type SourceRecord = z.output<(typeof DISCOVERY_SOURCES)['schema']>;
export type KeptSource = Kept<SourceRecord>;

/**
 * What a source has shown: which paper it is, and for whom it was judged. By these a page that comes again costs one look. The key is the
 * source's id and a hash of how the place calls the item.
 */
export const DISCOVERY_ITEMS = defineCollection({
  name: 'discovery_items',
  schema: z.strictObject({
    /** Null of what the user has forgotten. */
    paper: z.string().nullable(),
    /** Of what was said of it. */
    hash: z.string(),
    /** Ids of the queries that it was judged for. */
    queries: z.array(z.string()),
    /** Where it was counted, and as what. */
    run: z.string(),
    page: z.number().int(),
    outcome: z.enum(['new', 'known', 'rejected', 'forgotten']),
  }),
  parent: { collection: 'discovery_sources' },
});

export type ItemRecord = z.output<(typeof DISCOVERY_ITEMS)['schema']>;
export type KeptItem = Kept<ItemRecord>;
