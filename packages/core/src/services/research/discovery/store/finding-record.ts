/**
 * A paper that was found for a query: one, whatever the number of sources that showed it. The key is the query's id, a colon and the paper's;
 * what was found for nobody in particular has `any` in the place of a query.
 */
import { z } from 'zod';
import type { Kept } from '../../../records/collection.ts';
import { defineCollection } from '../../../records/define-collection.ts';
import { DECISIONS, EVALUATION_PARTS, type EvaluationPart } from '../../evaluate/evaluation.ts';

/** In the place of a query's id, for sources that no query looks at. */
export const NO_QUERY = 'any';

const part = z.number().nullable();
const parts = Object.fromEntries(EVALUATION_PARTS.map((name) => [name, part])) as Record<EvaluationPart, typeof part>;

export const DISCOVERY_FINDINGS = defineCollection({
  name: 'discovery_findings',
  schema: z.strictObject({
    query: z.string(),
    /** As it was called then: a query may be deleted, what was found for it stays. */
    query_name: z.string().nullable(),
    paper: z.string(),
    /** That brought it first. */
    run: z.string(),
    sources: z.array(
      z.strictObject({ source: z.string(), name: z.string(), url: z.string().nullable(), at: z.number() }),
    ),
    /** Null where there was no query to judge by. */
    evaluation: z
      .strictObject({
        version: z.number().int(),
        score: z.number(),
        parts: z.strictObject(parts),
        met: z.array(z.string()),
        missed: z.array(z.string()),
        decision: z.enum(DECISIONS),
        reason: z.string(),
        judge: z.string(),
      })
      .nullable(),
    /** What a list goes by: those to keep first, then those to look at, then the rejected; each by its score. */
    rank: z.number(),
    found_at: z.number(),
    seen: z.boolean(),
    seen_at: z.number().nullable(),
    /** What became of having its text, where the query's rule wants that. */
    download: z.enum(['wanted', 'done', 'none', 'failed']).nullable(),
    /** `YYYY-MM-DD`, of a download that was made by itself. */
    downloaded_on: z.string().nullable(),
    /** Why there is none. */
    download_why: z.string().nullable(),
  }),
  indexes: {
    by_news: ['query', 'seen', 'rank'],
    by_time: ['query', 'found_at'],
    by_paper: ['paper'],
    by_download: ['query', 'download', 'rank'],
    by_day: ['query', 'downloaded_on'],
  },
  parent: { collection: 'papers' },
});

export type FindingRecord = z.output<(typeof DISCOVERY_FINDINGS)['schema']>;
export type KeptFinding = Kept<FindingRecord>;

export function findingKey(query: string, paper: string): string {
  return `${query}:${paper}`;
}

/**
 * By query: which run brought something last. It is written once, when the run has ended, so that who wants to know of news is told once a run.
 */
export const DISCOVERY_NEWS = defineCollection({
  name: 'discovery_news',
  schema: z.strictObject({ run: z.string(), at: z.number() }),
});
