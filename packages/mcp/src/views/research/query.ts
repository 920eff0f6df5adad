/** What somebody follows, as clients and `--json` show it: in the names by which it is said. */
import type { FollowedQuery, KeptQuery, QueryDefinition, QueryDetails, UpdatedQuery } from '@zapomni/core/research';
import { toArticle } from '../papers/paper.ts';
import { iso, round } from '../values.ts';

function toDefinition(definition: QueryDefinition) {
  const { published, auto_download: downloads } = definition;
  return {
    ...(definition.description === '' ? {} : { description: definition.description }),
    research_question: definition.question,
    keywords: [...definition.keywords],
    required_topics: [...definition.required],
    preferred_topics: [...definition.preferred],
    excluded_topics: [...definition.excluded],
    authors: [...definition.authors],
    methodology_preferences: [...definition.methods],
    ...(published.from === null && published.until === null
      ? {}
      : { publication_date_range: { start: published.from, end: published.until } }),
    selected_sources: [...definition.sources],
    schedule: definition.schedule && { ...definition.schedule },
    min_relevance_score: definition.min_score,
    max_articles_per_run: definition.max_per_run,
    auto_download_enabled: downloads !== null,
    ...(downloads === null
      ? {}
      : {
          auto_download_min_score: downloads.min_score,
          auto_download_per_day: downloads.per_day,
          auto_download_licences: [...downloads.licences],
        }),
  };
}

export function toQuery({ key, value }: KeptQuery) {
  return {
    id: key,
    name: value.name,
    version: value.version,
    is_active: value.active,
    ...toDefinition(value),
    created_at: iso(value.created_at),
    updated_at: iso(value.updated_at),
  };
}

export function toQueries(queries: readonly FollowedQuery[]) {
  return { count: queries.length, queries: queries.map(toFollowed) };
}

function toFollowed({ query, counts }: FollowedQuery) {
  return { ...toQuery(query), evaluated: { ...counts.evaluated }, verdicts: { ...counts.verdicts } };
}

function toFoundCounts({ lastRun, ...counts }: QueryDetails['found']) {
  if (!lastRun) return { ...counts, last_run: null };
  const { key, value } = lastRun;
  const { source_name: source, status, started_at, new: fresh } = value;
  return { ...counts, last_run: { id: key, source, status, at: iso(started_at), new: fresh } };
}

export function toQueryDetails(details: QueryDetails) {
  return {
    ...toFollowed(details),
    findings: toFoundCounts(details.found),
    versions: details.versions.map(({ version, definition, until }) => ({
      version,
      until: iso(until),
      ...toDefinition(definition),
    })),
    best: details.best.map(({ paper, evaluation: { value } }) => ({
      article: toArticle(paper),
      score: round(value.score),
      decision: value.decision,
      reason: value.reason,
      query_version: value.version,
      at: iso(value.at),
    })),
  };
}

export function toCreatedQuery(query: KeptQuery) {
  return { status: 'created' as const, query: toQuery(query) };
}

/** Names of the record as callers say them. */
const SAID: Readonly<Record<string, string>> = {
  question: 'research_question',
  required: 'required_topics',
  preferred: 'preferred_topics',
  excluded: 'excluded_topics',
  methods: 'methodology_preferences',
  published: 'publication_date_range',
  sources: 'selected_sources',
  min_score: 'min_relevance_score',
  max_per_run: 'max_articles_per_run',
  active: 'is_active',
};

export function toUpdatedQuery({ query, changed }: UpdatedQuery) {
  return {
    status: changed.length === 0 ? ('unchanged' as const) : ('updated' as const),
    changed: changed.map((field) => SAID[field] ?? field),
    query: toQuery(query),
  };
}

export function toDeletedQuery({ query, counts }: FollowedQuery) {
  return {
    status: 'deleted' as const,
    name: query.value.name,
    id: query.key,
    orphaned: { evaluated: { ...counts.evaluated }, verdicts: { ...counts.verdicts } },
  };
}
