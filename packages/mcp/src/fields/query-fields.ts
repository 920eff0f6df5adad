/** Arguments and results of the tools of queries. */
import { z } from 'zod';
import { unlisted } from '../define-tool.ts';

export const queryName = z.string().describe('Name or id.');

const texts = z.array(z.string());

/** What a query says; each may be left out. */
export const queryFields = {
  description: z.string().optional(),
  keywords: texts.optional(),
  required_topics: texts.optional().describe('A paper without every one of these is rejected.'),
  preferred_topics: texts.optional(),
  excluded_topics: texts.optional().describe('A paper with any of these is rejected.'),
  authors: texts.optional(),
  methodology_preferences: texts.optional(),
  publication_date_range: z
    .strictObject({ start: z.string().nullable().optional(), end: z.string().nullable().optional() })
    .nullable()
    .optional()
    .describe('YYYY, YYYY-MM or YYYY-MM-DD; others are rejected.'),
  selected_sources: texts.optional().describe('Discovery sources; without any those that name the query.'),
  schedule: z
    .strictObject({
      every_hours: z.number().int().optional(),
      cron: z.string().optional(),
      zone: z.string().optional(),
    })
    .nullable()
    .optional()
    .describe('every_hours, or cron and zone; null: on demand.'),
  min_relevance_score: z.number().min(0).max(1).optional().describe('From here on a paper is kept; 0.7.'),
  max_articles_per_run: z.number().int().min(1).max(10_000).optional().describe('50.'),
  auto_download_enabled: z.boolean().optional(),
  auto_download_min_score: z.number().min(0).max(1).optional(),
  auto_download_per_day: z.number().int().min(1).max(1000).optional(),
  auto_download_licences: texts.optional().describe('Any open one where none is named.'),
  is_active: z.boolean().optional(),
};

/** What a query says, in an answer. */
export const queryOutput = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number().int(),
  is_active: unlisted(z.boolean()),
  description: unlisted(z.string().optional()),
  research_question: z.string(),
  keywords: unlisted(texts),
  required_topics: unlisted(texts),
  preferred_topics: unlisted(texts),
  excluded_topics: unlisted(texts),
  authors: unlisted(texts),
  methodology_preferences: unlisted(texts),
  publication_date_range: unlisted(z.object({ start: z.string().nullable(), end: z.string().nullable() }).optional()),
  selected_sources: unlisted(texts),
  schedule: unlisted(z.record(z.string(), z.union([z.string(), z.number()])).nullable()),
  min_relevance_score: unlisted(z.number()),
  max_articles_per_run: unlisted(z.number()),
  auto_download_enabled: unlisted(z.boolean()),
  auto_download_min_score: unlisted(z.number().optional()),
  auto_download_per_day: unlisted(z.number().optional()),
  auto_download_licences: unlisted(texts.optional()),
  created_at: unlisted(z.string()),
  updated_at: unlisted(z.string()),
});

const counts = z.record(z.string(), z.number().int());

export const followedOutput = queryOutput.extend({ evaluated: unlisted(counts), verdicts: unlisted(counts) });

type ShownQuery = z.output<typeof queryOutput>;

/** `name (v2): question · keywords …`. */
export function queryLine(query: ShownQuery): string {
  const { name, version, research_question: question, schedule, is_active: active } = query;
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['keywords', query.keywords],
    ['required', query.required_topics],
    ['preferred', query.preferred_topics],
    ['excluded', query.excluded_topics],
    ['authors', query.authors],
  ];
  const parts = lists.flatMap(([label, entries]) => (entries.length === 0 ? [] : [`${label} ${entries.join(', ')}`]));
  const when =
    schedule && (schedule['cron'] === undefined ? `every ${schedule['every_hours']} h` : `cron ${schedule['cron']}`);
  return [`${name} (v${version}${active ? '' : ', off'}): ${question}`, ...parts, ...(when ? [when] : [])].join(' · ');
}
