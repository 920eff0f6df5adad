/** What a caller says of a source, made into what is kept, or an error that names the field. */
import { invalidField } from '../../../../errors/index.ts';
import { toTerms } from '../../../../model/index.ts';
import type { Schedule } from '../../queries/query-record.ts';
import { checkSchedule } from '../../queries/check-schedule.ts';
import { nearestTo } from '../../library/query/nearest.ts';
import { SOURCE_KINDS, type SourceKind } from '../words.ts';
import type { SourceSearch } from '../store/source-record.ts';

export interface SourceInput {
  readonly name: string;
  readonly kind: string;
  readonly keywords?: readonly string[] | undefined;
  /** `any`. */
  readonly match?: 'any' | 'all' | undefined;
  readonly authors?: readonly string[] | undefined;
  readonly subjects?: readonly string[] | undefined;
  readonly venue?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly sort?: SourceSearch['sort'] | undefined;
  readonly server?: string | undefined;
  readonly filter?: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly url?: string | undefined;
  readonly workflow?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** Names of queries. */
  readonly queries?: readonly string[] | undefined;
  /** In the place of the four that follow; null for none. */
  readonly schedule?: Schedule | null | undefined;
  readonly scheduleHours?: number | undefined;
  readonly cron?: string | undefined;
  readonly zone?: string | undefined;
  /** Only run when somebody says so. */
  readonly onDemand?: boolean | undefined;
  readonly maxArticles?: number | undefined;
}

const MOST_ENTRIES = 100;
const MOST_ENTRY = 300;
const MOST_TEXT = 2000;
const [LEAST_HOURS, MOST_HOURS] = [1, 168];
const [LEAST_ARTICLES, MOST_ARTICLES, USUAL_ARTICLES] = [1, 500, 50];

/** What each kind cannot do without; the others have a default or mean nothing there. */
const NEEDS: Readonly<Record<SourceKind, readonly (keyof SourceInput)[]>> = {
  arxiv: ['keywords'],
  pubmed: ['keywords'],
  crossref: ['keywords'],
  openalex: ['keywords'],
  semanticscholar: ['keywords'],
  europepmc: ['keywords'],
  biorxiv: [],
  feed: ['url'],
  workflow: ['workflow'],
};

export function checkKind(given: string): SourceKind {
  const kind = SOURCE_KINDS.find((one) => one === given.trim().toLowerCase());
  if (kind) return kind;
  const near = nearestTo(given, [...SOURCE_KINDS], 2).join(', ');
  throw invalidField('kind', 'is none that is known', `Nearest: ${near}. All: ${SOURCE_KINDS.join(', ')}.`);
}

export function checkNeeds(kind: SourceKind, input: SourceInput): void {
  for (const field of NEEDS[kind]) {
    const given = input[field];
    if (given === undefined || given === '' || (Array.isArray(given) && given.length === 0))
      throw invalidField(field, `is missing: a source of the kind ${kind} cannot do without it`);
  }
  if (kind !== 'feed' && input.url !== undefined)
    throw invalidField('url', `means nothing to a source of the kind ${kind}`);
  if (kind !== 'workflow' && input.workflow !== undefined)
    throw invalidField('workflow', `means nothing to a source of the kind ${kind}`);
}

export function checkSearch(kind: SourceKind, input: SourceInput): SourceSearch {
  const [from, until] = [input.from ?? null, input.until ?? null].map((day, i) =>
    day === null ? null : checkDay(day, i === 0 ? 'start_date' : 'end_date'),
  ) as [string | null, string | null];
  if (from !== null && until !== null && from > until)
    throw invalidField('end_date', 'is before start_date', 'Exchange the two.');
  return {
    keywords: checkWords('keywords', input.keywords),
    match: input.match ?? 'any',
    authors: checkList('authors', input.authors),
    subjects: checkList(kind === 'arxiv' ? 'categories' : 'subjects', input.subjects),
    venue: checkText('venue', input.venue),
    types: checkList('types', input.types),
    sort: input.sort ?? 'newest',
    server: checkText('server', input.server),
    filter: checkText('filter', input.filter),
    from,
    until,
  };
}

function checkText(field: string, given: string | undefined): string | null {
  if (given === undefined || given.trim() === '') return null;
  if (given.length > MOST_TEXT) throw invalidField(field, `has more than ${MOST_TEXT} characters`);
  return given.trim().toWellFormed();
}

function checkList(field: string, given: readonly string[] = []): string[] {
  if (given.length > MOST_ENTRIES) throw invalidField(field, `has more than ${MOST_ENTRIES} entries`);
  const entries = given.map((text, i) => {
    const entry = text.trim().replaceAll(/\s+/g, ' ').toWellFormed();
    if (entry === '') throw invalidField(`${field}[${i}]`, 'is empty');
    if (entry.length > MOST_ENTRY) throw invalidField(`${field}[${i}]`, `has more than ${MOST_ENTRY} characters`);
    return entry;
  });
  return [...new Set(entries)];
}

function checkWords(field: string, given: readonly string[] = []): string[] {
  given.forEach((word, i) => {
    if (word.trim() !== '' && toTerms(word).length === 0) throw invalidField(`${field}[${i}]`, 'has no words');
  });
  return checkList(field, given);
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A day of the calendar, also written with slashes. */
function checkDay(given: string, field: string): string {
  const day = given.trim().replaceAll('/', '-');
  const parts = DAY.exec(day)?.slice(1).map(Number);
  const [year = 0, month = 0, date = 0] = parts ?? [];
  const at = new Date(Date.UTC(year, month - 1, date));
  const isReal = parts !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  if (!isReal) throw invalidField(field, 'is no day', 'Write it as 2026-03-31.');
  return day;
}

const USUAL_HOURS = 24;

export function scheduleIn(input: SourceInput, now: number): Schedule | null {
  const { schedule, scheduleHours: hours, cron, zone = 'UTC', onDemand = false } = input;
  if (schedule !== undefined) return schedule && checkSchedule(schedule, now);
  if (cron !== undefined && hours !== undefined)
    throw invalidField('cron', 'and schedule_hours are both given', 'Give one of the two.');
  if (onDemand) return null;
  return cron === undefined ? { every_hours: checkHours(hours ?? USUAL_HOURS) } : checkSchedule({ cron, zone }, now);
}

function checkHours(hours: number): number {
  if (Number.isInteger(hours) && hours >= LEAST_HOURS && hours <= MOST_HOURS) return hours;
  throw invalidField('schedule_hours', `must be a whole number from ${LEAST_HOURS} to ${MOST_HOURS}`);
}

export function checkMost(given: number = USUAL_ARTICLES): number {
  if (Number.isInteger(given) && given >= LEAST_ARTICLES && given <= MOST_ARTICLES) return given;
  throw invalidField('max_articles', `must be a whole number from ${LEAST_ARTICLES} to ${MOST_ARTICLES}`);
}

export function checkUrl(given: string): string {
  const url = URL.canParse(given.trim()) ? new URL(given.trim()) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw invalidField('url', 'is no address of a feed', 'Give one that begins with https:// or http://.');
  if (url.username !== '' || url.password !== '') throw invalidField('url', 'must hold no password');
  return url.href;
}
