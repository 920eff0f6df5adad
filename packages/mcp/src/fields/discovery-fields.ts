/** Arguments and results of the tools of discovery. */
import type { SourceInput } from '@zapomni/core/research';
import { z } from 'zod';
import { unlisted } from '../define-tool.ts';
import { workspaceId } from '../workspace.ts';
import { articleLine, articleOutput } from './paper-fields.ts';
import { taskOutput } from './task-fields.ts';

/** What every source may be told. */
export const sourceFields = {
  name: z.string(),
  max_articles: z.number().int().min(1).max(500).default(50).describe('Most per run that were not seen before.'),
  schedule_hours: z.number().int().min(1).max(168).optional().describe('24 if not said.'),
  cron: z.string().optional().describe('Instead: five parts, such as "0 6 * * 1".'),
  time_zone: z.string().optional().describe('Of cron; UTC.'),
  on_demand: z.boolean().default(false).describe('Only run by run_discovery.'),
  query_names: z.array(z.string()).default([]).describe('Queries that judge what it finds.'),
  workspace_id: workspaceId.optional(),
};

export const keywordFields = {
  keywords: z.array(z.string()).min(1),
  match: z.enum(['any', 'all']).default('any').describe('Whether one keyword is enough.'),
  authors: z.array(z.string()).default([]),
};

export const dayField = z.string().optional().describe('YYYY-MM-DD.');

type Shared = z.output<z.ZodObject<typeof sourceFields>>;

/** The same in the words of the application. */
export function sharedInput(given: Shared): Omit<SourceInput, 'kind'> {
  return {
    name: given.name,
    maxArticles: given.max_articles,
    scheduleHours: given.schedule_hours,
    cron: given.cron,
    zone: given.time_zone,
    onDemand: given.on_demand,
    queries: given.query_names,
  };
}

export const runOutput = z.object({
  run_id: z.string(),
  source: unlisted(z.string()),
  status: z.string(),
  found: unlisted(z.number().int()),
  new: z.number().int(),
  known: unlisted(z.number().int()),
  rejected: unlisted(z.number().int()),
  forgotten: unlisted(z.number().int().optional()),
  skipped: unlisted(z.number().int().optional()),
  skipped_why: unlisted(z.array(z.string()).optional()),
  pages: unlisted(z.number().int()),
  requests: unlisted(z.number().int()),
  cost: unlisted(z.number().optional()),
  total: unlisted(z.number().int().optional()),
  more: unlisted(z.boolean()),
  trigger: unlisted(z.string()),
  started_at: unlisted(z.string()),
  ended_at: unlisted(z.string().optional()),
  from: unlisted(z.string().optional()),
  until: unlisted(z.string().optional()),
  error: unlisted(z.object({ code: z.string(), message: z.string() }).optional()),
  retry_at: unlisted(z.string().optional()),
  key_setting: unlisted(z.string().optional()),
});

export const sourceOutput = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  state: z.string(),
  keywords: unlisted(z.array(z.string())),
  categories: unlisted(z.array(z.string()).optional()),
  url: unlisted(z.string().optional()),
  workflow: unlisted(z.string().optional()),
  schedule: unlisted(z.record(z.string(), z.unknown()).optional()),
  max_articles: unlisted(z.number().int()),
  next_run: unlisted(z.string().optional()),
  last_run: unlisted(z.object({ run_id: z.string(), status: z.string(), ended_at: z.string() }).optional()),
  failures: unlisted(z.number().int().optional()),
  reason: unlisted(z.string().optional()),
  more_to_look_at: unlisted(z.boolean().optional()),
});

export const followedOutput = z.object({
  source: z.string(),
  kind: unlisted(z.string()),
  status: z.string(),
  run: runOutput.optional(),
  last_run: unlisted(runOutput.optional()),
  again_at: unlisted(z.string().optional()),
  how_to_allow: unlisted(z.string().optional()),
  task: unlisted(taskOutput.optional()),
  error: unlisted(z.object({ code: z.string(), message: z.string() }).optional()),
});

export const findingOutput = z.object({
  article: articleOutput,
  abstract: unlisted(z.string().optional()),
  score: z.number().optional(),
  decision: z.string().optional(),
  reason: z.string().optional(),
  met: unlisted(z.array(z.string()).optional()),
  missed: unlisted(z.array(z.string()).optional()),
  query_version: unlisted(z.number().int().optional()),
  sources: unlisted(z.array(z.object({ name: z.string(), url: z.string().optional() }))),
  found_at: unlisted(z.string()),
  seen: unlisted(z.boolean()),
  download: unlisted(z.string().optional()),
  download_why: unlisted(z.string().optional()),
});

export function sourceLine(source: z.output<typeof sourceOutput>): string {
  const { name, kind, state, next_run: next, last_run: last, failures, reason } = source;
  return [
    `${name} (${kind}, ${state})`,
    ...(last ? [`last run ${last.ended_at}: ${last.status}`] : ['never run']),
    ...(next ? [`next ${next}`] : []),
    ...(failures ? [`${failures} failures in a row`] : []),
    ...(reason ? [reason] : []),
  ].join(' · ');
}

type ShownRun = z.output<typeof runOutput>;

export function runLine(run: ShownRun): string {
  const counts = `${run.found} found, ${run.new} new, ${run.known} known, ${run.rejected} rejected`;
  const why = run.error ? ` ${run.error.message}` : '';
  const until = run.retry_at ? ` Not before ${run.retry_at}.` : '';
  const key = run.key_setting ? ` A key helps: setting ${run.key_setting}.` : '';
  return `${run.status}: ${counts}, ${run.requests} requests${run.more ? '; there is more' : ''}.${why}${until}${key}`;
}

export function followedLine(one: z.output<typeof followedOutput>): string {
  const { source, status, run, again_at: again, how_to_allow: how, task, error } = one;
  if (run)
    return `${source}: ${status === 'running' ? 'running, so far ' : ''}${runLine(run)}${task ? ` Task ${task.task_id}.` : ''}`;
  if (status === 'fresh') return `${source}: looked at already; its time comes ${again}. force_run looks all the same.`;
  if (status === 'resting') return `${source}: wants to be left alone until ${again}.`;
  if (status === 'off') return `${source}: off. ${how ?? ''}`;
  return `${source}: ${status}. ${error?.message ?? (task ? `Task ${task.task_id}.` : '')}`;
}

export function findingLines(finding: z.output<typeof findingOutput>): string[] {
  const { article, decision, score, reason, sources, abstract } = finding;
  const head = decision === undefined ? 'not judged' : `${decision}, ${(score ?? 0).toFixed(2)}`;
  const where = sources.map(({ name, url }) => (url === undefined ? name : `${name} ${url}`)).join('; ');
  return [
    `- [${head}] ${articleLine(article)}`,
    ...(reason === undefined ? [] : [`  ${reason}`]),
    `  Found by ${where}`,
    ...(abstract === undefined ? [] : [`  > ${abstract.replaceAll(/\s+/g, ' ')}`]),
  ];
}
