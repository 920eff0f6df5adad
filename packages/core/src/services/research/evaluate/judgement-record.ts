/**
 * What was judged, by the program and by the user. Both go with the paper and outlive the query: whose query is gone is orphaned, and says
 * by its name what it was judged for.
 */
import { z } from 'zod';
import type { Kept } from '../../records/collection.ts';
import { defineCollection } from '../../records/define-collection.ts';
import { DECISIONS, EVALUATION_PARTS, VERDICTS } from './evaluation.ts';

const judged = { query: z.string(), query_name: z.string(), paper: z.string() };

/** The last of each query and paper; the key is both ids. */
export const RESEARCH_EVALUATIONS = defineCollection({
  name: 'research_evaluations',
  schema: z.strictObject({
    ...judged,
    /** Of the query, that it was judged by. */
    version: z.number().int(),
    score: z.number(),
    parts: z.record(z.enum(EVALUATION_PARTS), z.number().nullable()),
    met: z.array(z.string()),
    missed: z.array(z.string()),
    decision: z.enum(DECISIONS),
    reason: z.string(),
    judge: z.literal('rules'),
    /** How many verdicts it could learn from. */
    verdicts: z.number().int(),
    at: z.number(),
  }),
  indexes: { by_query: ['query', 'score'], by_decision: ['query', 'decision', 'score'], by_paper: ['paper'] },
  parent: { collection: 'papers' },
});

export type EvaluationRecord = z.output<(typeof RESEARCH_EVALUATIONS)['schema']>;
export type KeptEvaluation = Kept<EvaluationRecord>;

/** What the user said of a paper, for one query. */
export const RESEARCH_VERDICTS = defineCollection({
  name: 'research_verdicts',
  schema: z.strictObject({
    ...judged,
    verdict: z.enum(VERDICTS),
    /** Of the query, when it was said. */
    version: z.number().int(),
    at: z.number(),
    /** Id of the paper that it was said of, before that became one with this. */
    merged_from: z.string().nullable().default(null),
  }),
  indexes: { by_query: ['query', 'at'], by_verdict: ['query', 'verdict', 'at'], by_paper: ['paper'] },
  parent: { collection: 'papers' },
});

export type VerdictRecord = z.output<(typeof RESEARCH_VERDICTS)['schema']>;
export type KeptVerdict = Kept<VerdictRecord>;

export function judgementKey(query: string, paper: string): string {
  return `${query}:${paper}`;
}
