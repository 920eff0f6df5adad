/** Sources, runs and findings as clients and `--json` show them. */
import type {
  CheckedFindings,
  FindingsOfQuery,
  FollowedRun,
  KeptRun,
  KeptSource,
  ShownFinding,
  ShownSource,
  SourceDetails,
} from '@zapomni/core/research';
import { toArticle } from '../papers/paper.ts';
import { toTask } from '../task.ts';
import { iso, round } from '../values.ts';

const time = <Name extends string>(name: Name, at: number | null | undefined) =>
  (at === null || at === undefined ? {} : { [name]: iso(at) }) as { [Key in Name]?: string };
const said = <Name extends string, Value>(name: Name, value: Value | null) =>
  (value === null || (Array.isArray(value) && value.length === 0) ? {} : { [name]: value }) as {
    [Key in Name]?: Value;
  };

function stateOf({ source, schedule }: ShownSource): 'active' | 'on_demand' | 'failing' | 'off' {
  if (schedule?.value.off) return 'off';
  if (schedule && schedule.value.failures > 0) return 'failing';
  return source.value.schedule === null ? 'on_demand' : 'active';
}

export function toSource(shown: ShownSource) {
  const { source, schedule } = shown;
  const { name, kind, search, url, workflow, max_articles } = source.value;
  return {
    id: source.key,
    name,
    kind,
    state: stateOf(shown),
    keywords: [...search.keywords],
    ...said('categories', kind === 'arxiv' ? search.subjects : null),
    ...said('url', url),
    ...said('workflow', workflow?.name ?? null),
    ...said('schedule', source.value.schedule && { ...source.value.schedule }),
    max_articles,
    ...time('next_run', schedule?.value.next_run),
    ...said('reason', schedule?.value.off ?? null),
    ...healthOf(shown),
  };
}

function healthOf({ source, schedule }: ShownSource) {
  const { last, passes } = source.value;
  const failures = schedule?.value.failures ?? 0;
  return {
    ...(last === null ? {} : { last_run: { run_id: last.run, status: last.status, ended_at: iso(last.ended_at) } }),
    ...(failures > 0 ? { failures } : {}),
    ...(passes.length > 0 && last !== null ? { more_to_look_at: true } : {}),
  };
}

export function toSources(sources: readonly ShownSource[]) {
  return { count: sources.length, sources: sources.map(toSource) };
}

export function toSourceDetails(details: SourceDetails) {
  const { search, created_at, done_until, complete_at, queries } = details.source.value;
  const { keywords: _keywords, subjects, from, until, match, sort, ...rest } = search;
  return {
    ...toSource(details),
    match,
    sort,
    ...said('subjects', details.source.value.kind === 'arxiv' ? null : subjects),
    ...said('authors', rest.authors),
    ...said('types', rest.types),
    ...said('venue', rest.venue),
    ...said('server', rest.server),
    ...said('filter', rest.filter),
    ...said('start_date', from),
    ...said('end_date', until),
    ...said('query_ids', queries),
    ...said('looked_at_until', done_until),
    ...time('complete_at', complete_at),
    created_at: iso(created_at),
    runs: details.runs.map(toRun),
  };
}

function toRun({ key, value }: KeptRun) {
  const { found, new: fresh, known, rejected, forgotten, skipped, requests, cost, pages } = value;
  return {
    run_id: key,
    source: value.source_name,
    status: value.status,
    found,
    new: fresh,
    known,
    rejected,
    ...(forgotten > 0 ? { forgotten } : {}),
    ...(skipped > 0 ? { skipped } : {}),
    ...said('skipped_why', value.skipped_why),
    pages,
    requests,
    ...(cost > 0 ? { cost: round(cost) } : {}),
    ...said('total', value.total),
    more: value.more,
    trigger: value.trigger,
    started_at: iso(value.started_at),
    ...time('ended_at', value.ended_at),
    ...said('from', value.from),
    ...said('until', value.until),
    ...(value.error === null ? {} : { error: { ...value.error } }),
    ...time('retry_at', value.retry_at),
    ...said('key_setting', value.key_setting),
  };
}

/** One that was not started says why, and shows what is known from before. */
function toFollowed(followed: FollowedRun) {
  const { source, how, last, again, howToAllow } = followed.started;
  const about = { source: source.value.name, kind: source.value.kind };
  if (how === 'started') return { ...about, ...toStarted(followed) };
  return {
    ...about,
    status: how,
    ...(last ? { last_run: toRun(last) } : {}),
    ...time('again_at', again),
    ...said('how_to_allow', howToAllow),
  };
}

function toStarted({ task, run }: FollowedRun) {
  const shown = run ? { run: toRun(run) } : {};
  if (task && (task.state === 'queued' || task.state === 'running'))
    return { status: 'running' as const, ...shown, task: toTask(task) };
  const error = task?.state === 'failed' && task.error ? { error: { ...task.error } } : {};
  return { status: run?.value.status ?? ('error' as const), ...shown, ...error };
}

const COUNTS = ['found', 'new', 'known', 'rejected', 'requests'] as const;

export function toRuns(followed: readonly FollowedRun[]) {
  const runs = followed.flatMap(({ run }) => run ?? []);
  const sum = (name: (typeof COUNTS)[number]) => runs.reduce((all, { value }) => all + value[name], 0);
  return {
    ...(Object.fromEntries(COUNTS.map((name) => [name, sum(name)])) as Record<(typeof COUNTS)[number], number>),
    sources: followed.map(toFollowed),
  };
}

const MOST_ABSTRACT = 600;

export function toFinding({ finding, paper }: ShownFinding) {
  const { value } = finding;
  const { evaluation } = value;
  const { abstract } = paper.value.item;
  return {
    article: toArticle(paper),
    ...(abstract === undefined ? {} : { abstract: cut(abstract) }),
    ...(evaluation === null
      ? {}
      : {
          score: round(evaluation.score),
          decision: evaluation.decision,
          reason: evaluation.reason,
          met: [...evaluation.met],
          missed: [...evaluation.missed],
          query_version: evaluation.version,
        }),
    sources: value.sources.map(({ name, url }) => ({ name, ...(url === null ? {} : { url }) })),
    found_at: iso(value.found_at),
    seen: value.seen,
    ...said('download', value.download),
    ...said('download_why', value.download_why),
  };
}

function cut(text: string): string {
  return text.length <= MOST_ABSTRACT ? text : `${text.slice(0, MOST_ABSTRACT).toWellFormed()}…`;
}

function toFindingsOf({ query, findings, left }: FindingsOfQuery) {
  return {
    ...(query === null ? {} : { query: query.name, query_id: query.id }),
    ...(query?.isGone ? { query_deleted: true } : {}),
    findings: findings.map(toFinding),
    left,
  };
}

export function toFindings({ queries, shown, left }: CheckedFindings) {
  return { shown, left, queries: queries.map(toFindingsOf) };
}

export function toDeletedSource({ key, value }: KeptSource) {
  return { status: 'deleted' as const, id: key, name: value.name };
}
