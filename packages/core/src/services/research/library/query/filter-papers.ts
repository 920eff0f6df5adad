/** What narrows a list or a search of papers, in the words of the tools, as what the store filters by. */
import { invalidField } from '../../../../errors/index.ts';
import { PAPER_KIND, parseIsoDate, type MemoryFilter, type MetadataCondition } from '../../../../model/index.ts';
import { ITEM_TYPES } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { fold } from '../keep/keys.ts';
import { papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import { byAuthor } from './by-author.ts';
import { citedHere } from './count-citations.ts';
import { papersTagged, toTagFilter } from './filter-tags.ts';
import { papersByIds } from './found-papers.ts';
import { nearestTo } from './nearest.ts';

export interface PaperFilter {
  readonly author?: string | undefined;
  /** ISO 8601: a year, a month or a day. */
  readonly dateFrom?: string | undefined;
  /** The whole of it counts. */
  readonly dateTo?: string | undefined;
  /** A type of CSL. */
  readonly type?: string | undefined;
  readonly journal?: string | undefined;
  /** All of them. */
  readonly tags?: readonly string[] | undefined;
  readonly minCitations?: number | undefined;
  /** Ids of papers; those of a saved set. */
  readonly papers?: readonly string[] | undefined;
}

/** Every condition holds before the best are cut. */
export async function toMemoryFilter(deps: Deps, workspace: string, filter: PaperFilter): Promise<MemoryFilter> {
  const { dateFrom, dateTo, tags, minCitations } = filter;
  const tagged = await toTagFilter(deps, workspace, tags ?? []);
  const named = await papersNamed(deps, workspace, filter, tagged.left);
  const types = filter.type === undefined ? [] : [checkType(filter.type)];
  // A paper without a date is of no time, though the day on which it came is known. What has a year is a paper.
  const isDated = dateFrom !== undefined || dateTo !== undefined;
  const metadata: MetadataCondition[] = [{ field: isDated ? 'year' : 'paper_id', op: 'exists', value: true }];
  if (types.length > 0) metadata.push({ field: 'type', op: 'in', value: types });
  const cited = minCitations ? await citedAtLeast(deps, workspace, minCitations) : null;
  const ids = inBoth(named && memoriesOf(named), cited);
  return {
    kinds: [PAPER_KIND],
    metadata,
    ...tagged.filter,
    ...(ids === null ? {} : { ids: orNothing(ids) }),
    ...datesOf(dateFrom, dateTo),
  };
}

/** Null where nothing narrows. */
function inBoth(one: readonly string[] | null, other: ReadonlySet<string> | null): readonly string[] | null {
  if (!one || !other) return one ?? (other && [...other]);
  return one.filter((id) => other.has(id));
}

/** Memories of papers that are cited so often, by what a service told or by the library's own count. */
export async function citedAtLeast(deps: Deps, workspace: string, least: number): Promise<ReadonlySet<string>> {
  const metadata = [{ field: 'citations', op: 'gte' as const, value: least }];
  const scope = { workspace, filter: { kinds: [PAPER_KIND], metadata } };
  const [told, here] = await Promise.all([
    deps.storage.memories.openings(scope, Number.MAX_SAFE_INTEGER),
    citedHere(deps, workspace, least),
  ]);
  const papers = await papersByIds(deps, workspace, here);
  return new Set([...told.map(({ memoryId }) => memoryId), ...memoriesOf([...papers.values()])]);
}

export function memoriesOf(papers: readonly KeptPaper[]): string[] {
  return [
    ...new Set(papers.flatMap(({ value }) => [...(value.memory === null ? [] : [value.memory]), ...value.texts])),
  ];
}

/** An empty list would ask for nothing, and so leave nothing out; this is no memory's id. */
function orNothing(ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? ['none'] : ids;
}

/** Null where nobody named any. */
async function papersNamed(
  deps: Deps,
  workspace: string,
  filter: PaperFilter,
  tags: readonly string[],
): Promise<KeptPaper[] | null> {
  const { author, journal, papers } = filter;
  const found = await Promise.all([
    author === undefined ? null : byAuthor(deps, workspace, author),
    journal === undefined ? null : byVenue(deps, workspace, journal),
    papers === undefined ? null : papersOf(deps).getMany(workspace, [...new Set(papers)]),
    ...tags.map((tag) => papersTagged(deps, workspace, tag)),
  ]);
  const lists = found.filter((list) => list !== null);
  const [first, ...others] = lists;
  if (!first) return null;
  const rest = others.map((list) => new Set(list.map(({ key }) => key)));
  return first.filter(({ key }) => rest.every((keys) => keys.has(key)));
}

/** The whole name, or how it begins; where there is none, a part of one, also with words cut short: `J. Mach. Learn. Res.` */
export async function byVenue(deps: Deps, workspace: string, journal: string): Promise<KeptPaper[]> {
  const name = fold(journal);
  if (name === '') throw invalidField('journal', 'has no letters');
  const exact = await everyOne(deps, workspace, { index: 'by_venue', where: { venue_key: name } });
  if (exact.length > 0) return exact;
  const beginning = await everyOne(deps, workspace, { index: 'by_venue', prefix: name });
  if (beginning.length > 0) return beginning;
  const venues = [...(await papersOf(deps).tally(workspace, 'by_venue', 1)).keys()];
  const found: KeptPaper[] = [];
  for (const venue of venues.filter((one) => isPartOf(name.split(' '), one.split(' '))))
    found.push(...(await everyOne(deps, workspace, { index: 'by_venue', where: { venue_key: venue } })));
  return found;
}

/** Each word, or how it begins, in their order. */
function isPartOf(words: readonly string[], name: readonly string[]): boolean {
  let at = 0;
  for (const part of name) if (at < words.length && part.startsWith(words[at] ?? '')) at += 1;
  return at === words.length;
}

type Stretch = { index: 'by_venue'; where: { venue_key: string } } | { index: 'by_venue'; prefix: string };

async function everyOne(deps: Deps, workspace: string, stretch: Stretch): Promise<KeptPaper[]> {
  const found: KeptPaper[] = [];
  for await (const paper of papersOf(deps).each(workspace, { ...stretch, limit: 500 })) found.push(paper);
  return found;
}

export function checkType(type: string, field = 'document_type'): string {
  const wanted = type.trim().toLowerCase();
  if (ITEM_TYPES.some((one) => one === wanted)) return wanted;
  const near = nearestTo(wanted, ITEM_TYPES).join(', ');
  throw invalidField(field, 'is no type of works', `Nearest: ${near}. An article of a journal is article-journal.`);
}

function datesOf(dateFrom?: string, dateTo?: string): Pick<MemoryFilter, 'from' | 'before'> {
  const from = dateFrom === undefined ? null : momentOf('date_from', dateFrom);
  const to = dateTo === undefined ? null : momentOf('date_to', dateTo);
  if (from && to && from.at >= to.at + to.spanMs)
    throw invalidField('date_to', 'is before date_from', 'Exchange the two, or leave one out.');
  return { ...(from ? { from: from.at } : {}), ...(to ? { before: to.at + to.spanMs } : {}) };
}

/** A year or a month counts whole, as a day does. */
function momentOf(field: string, text: string): { at: number; spanMs: number } {
  const [, year, month] = /^(\d{4})(?:-(\d{2}))?$/.exec(text.trim()) ?? [];
  if (year !== undefined && Number(month ?? 1) >= 1 && Number(month ?? 1) <= 12) {
    const first = month === undefined ? 0 : Number(month) - 1;
    const at = Date.UTC(Number(year), first);
    return {
      at,
      spanMs: (month === undefined ? Date.UTC(Number(year) + 1, 0) : Date.UTC(Number(year), first + 1)) - at,
    };
  }
  const parsed = parseIsoDate(text);
  if (!parsed) throw invalidField(field, 'is not a date', 'Write it as 2024, 2024-03 or 2024-03-31.');
  return parsed;
}
