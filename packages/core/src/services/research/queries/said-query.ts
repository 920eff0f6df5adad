/** A query in the words of callers, put on what there is: what is not said stays, what is said empty is cleared. */
import { invalidField } from '../../../errors/index.ts';
import type { QueryDefinition, Schedule } from './query-record.ts';

/** Either hours, or cron with a zone (UTC unless said). */
export interface SaidSchedule {
  readonly every_hours?: number | undefined;
  readonly cron?: string | undefined;
  readonly zone?: string | undefined;
}

export interface SaidQuery {
  readonly description?: string | undefined;
  readonly research_question?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  readonly required_topics?: readonly string[] | undefined;
  readonly preferred_topics?: readonly string[] | undefined;
  readonly excluded_topics?: readonly string[] | undefined;
  readonly authors?: readonly string[] | undefined;
  readonly methodology_preferences?: readonly string[] | undefined;
  readonly publication_date_range?:
    | { readonly start?: string | null | undefined; readonly end?: string | null | undefined }
    | null
    | undefined;
  readonly selected_sources?: readonly string[] | undefined;
  /** Null: only when it is asked for. */
  readonly schedule?: SaidSchedule | null | undefined;
  readonly min_relevance_score?: number | undefined;
  readonly max_articles_per_run?: number | undefined;
  readonly auto_download_enabled?: boolean | undefined;
  readonly auto_download_min_score?: number | undefined;
  readonly auto_download_per_day?: number | undefined;
  readonly auto_download_licences?: readonly string[] | undefined;
}

const NEW_DOWNLOADS = { min_score: 0.7, per_day: 5, licences: [] };

export function withSaid(before: QueryDefinition, said: SaidQuery): QueryDefinition {
  const list = (given: readonly string[] | undefined, kept: readonly string[]): string[] => [...(given ?? kept)];
  return {
    description: said.description ?? before.description,
    question: said.research_question ?? before.question,
    keywords: list(said.keywords, before.keywords),
    required: list(said.required_topics, before.required),
    excluded: list(said.excluded_topics, before.excluded),
    preferred: list(said.preferred_topics, before.preferred),
    authors: list(said.authors, before.authors),
    methods: list(said.methodology_preferences, before.methods),
    published: datesOf(before, said),
    sources: list(said.selected_sources, before.sources),
    schedule: said.schedule === undefined ? before.schedule : said.schedule && toSchedule(said.schedule),
    min_score: said.min_relevance_score ?? before.min_score,
    max_per_run: said.max_articles_per_run ?? before.max_per_run,
    auto_download: downloadsOf(before, said),
  };
}

/** A bound that is not named stays; null takes it away, and in the place of both takes both. */
function datesOf(
  { published }: QueryDefinition,
  { publication_date_range: range }: SaidQuery,
): QueryDefinition['published'] {
  if (range === null) return { from: null, until: null };
  const bound = (given: string | null | undefined, kept: string | null) => (given === undefined ? kept : given);
  return { from: bound(range?.start, published.from), until: bound(range?.end, published.until) };
}

function toSchedule({ every_hours: hours, cron, zone }: SaidSchedule): Schedule {
  if (hours !== undefined && (cron !== undefined || zone !== undefined))
    throw invalidField('schedule', 'is either every_hours, or cron with a zone');
  if (hours !== undefined) return { every_hours: hours };
  if (cron === undefined) throw invalidField('schedule', 'needs every_hours or cron; null clears it');
  return { cron, zone: zone ?? 'UTC' };
}

function downloadsOf({ auto_download: before }: QueryDefinition, said: SaidQuery): QueryDefinition['auto_download'] {
  const {
    auto_download_enabled: enabled,
    auto_download_min_score: minScore,
    auto_download_per_day: perDay,
    auto_download_licences: licences,
  } = said;
  const isSaid = minScore !== undefined || perDay !== undefined || licences !== undefined;
  if (!(enabled ?? before !== null)) {
    if (isSaid) throw invalidField('auto_download_enabled', 'must be true for the rule to hold');
    return null;
  }
  const kept = before ?? NEW_DOWNLOADS;
  return {
    min_score: minScore ?? kept.min_score,
    per_day: perDay ?? kept.per_day,
    licences: [...(licences ?? kept.licences)],
  };
}
