/**
 * What a page of a source said when it was last taken, and what that was counted as: a page that says the same again costs one look, and none of
 * its items is made. The key is the source's id and the place of the page in its pass, so that there are never more than a pass has.
 */
import { z } from 'zod';
import { defineCollection } from '../../../records/define-collection.ts';

const count = z.number().int();

export const DISCOVERY_PAGES = defineCollection({
  name: 'discovery_pages',
  schema: z.strictObject({
    said: z.string(),
    /** Of the days that it was sifted by. */
    from: z.string().nullable(),
    until: z.string().nullable(),
    /** How many were asked for. */
    limit: count,
    /** Ids of the queries that its items were judged for. */
    queries: z.array(z.string()),
    found: count,
    forgotten: count,
    untitled: count,
    skipped: z.array(z.string()),
  }),
  parent: { collection: 'discovery_sources' },
});

export type PageRecord = z.output<(typeof DISCOVERY_PAGES)['schema']>;

export function pageKey(source: string, page: number): string {
  return `${source}:${page}`;
}
