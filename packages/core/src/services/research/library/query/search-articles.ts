/**
 * Papers by meaning and words, each once with its best passage and the page that it stands on. Filters hold before the cut, an order is one
 * of all that has to do with the query, and the pages go on until all of that was seen.
 *
 *   open search ── papers of what has to do with it ──┬─ by relevance: the best are enough for the first pages
 *                                                     └─ by date, citations or title, or far down: all of them ── a page ── its texts
 */
import type { Deps } from '../../../deps.ts';
import { citeHits } from '../../../documents/cite-hits.ts';
import type { OpenRequest, OpenSearch } from '../../../search/fitting/open-search.ts';
import type { SearchHit, SearchResult } from '../../../search/search-request.ts';
import { placeAfter, placeIn } from '../../place-cursor.ts';
import type { SearchOrder } from '../../words.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import { citeAnnotations } from './cite-annotations.ts';
import { countCitations, type CitationCount } from './count-citations.ts';
import { toMemoryFilter, type PaperFilter } from './filter-papers.ts';
import { eachOf, papersByIds, placesOf, type FoundPlace } from './found-papers.ts';
import { orNamed, type Naming } from './named-paper.ts';
import { inOrder } from './search-order.ts';
import { unmetFilters, type FilterName } from './unmet-filters.ts';

export interface SearchArticlesRequest {
  readonly workspace: string;
  readonly query: string;
  readonly filter: PaperFilter;
  readonly limit: number;
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
  readonly sort: SearchOrder;
  /** Nothing but what has to do with the query. Otherwise a first page that this does not fill is filled with what comes nearest. */
  readonly strict?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FoundArticle {
  /** The one that is shown: of a preprint what was published of it. */
  readonly paper: KeptPaper;
  /** The record whose text was found, where that is another one. */
  readonly foundIn: KeptPaper;
  readonly hit: SearchHit;
  /** Only near: it has not to do with the query, as far as can be told. */
  readonly isWeak: boolean;
  /** Where citations were asked about. */
  readonly citations: CitationCount | null;
}

interface Counted {
  /** How many papers have to do with the query; at least, where not all were counted. */
  readonly total: number;
  readonly isCounted: boolean;
  readonly next: string | null;
}

export interface FoundArticles extends Counted {
  readonly found: readonly FoundArticle[];
  /** Where nothing was found: what narrows it and is met by no paper. */
  readonly unmet: readonly FilterName[];
  /** The paper that the query is the name of, where no passage of it could be found: its vectors may not be there yet. */
  readonly called: KeptPaper | null;
  readonly mode: SearchResult['mode'];
}

/** What has to do with a query, without a look at what it says: for who writes it out. */
export interface ChosenArticles extends Counted {
  /** The best first, read as they are asked for. */
  readonly papers: AsyncIterable<KeptPaper>;
}

export type Open = (request: OpenRequest) => Promise<OpenSearch>;

export function searchArticles(deps: Deps, open: Open, request: SearchArticlesRequest): Promise<FoundArticles> {
  return orNamed(deps, request, (asked, naming) => searchOnce(deps, open, asked, naming));
}

async function searchOnce(
  deps: Deps,
  open: Open,
  request: SearchArticlesRequest,
  { isMeant, called }: Naming,
): Promise<FoundArticles> {
  const { workspace, limit, sort, strict = false, cursor } = request;
  const opened = await openArticles(deps, open, request, isMeant);
  const page = await pageOf(deps, opened, request);
  const mayFill = !strict && placeIn(cursor) === 0 && (sort === 'relevance' || page.places.length === 0);
  const nearest = mayFill ? await nearestOf(deps, opened, { workspace, page, most: limit - page.places.length }) : [];
  const found = await readFound(deps, opened, { ...request, page, nearest, isMeant });
  const { total, isCounted, next } = page;
  const unmet = found.length === 0 ? await unmetFilters(deps, workspace, request.filter) : [];
  const isOut = narrows(request.filter) || found.some(({ paper }) => paper.key === called?.key);
  return { found, total, isCounted, next, unmet, called: isOut ? null : called, mode: opened.mode };
}

interface Reading extends Pick<SearchArticlesRequest, 'workspace' | 'query' | 'filter' | 'sort'> {
  readonly page: Awaited<ReturnType<typeof pageOf>>;
  readonly nearest: Awaited<ReturnType<typeof nearestOf>>;
  readonly isMeant: boolean;
}

async function readFound(
  deps: Deps,
  opened: OpenSearch,
  { workspace, query, filter, sort, page, nearest, isMeant }: Reading,
): Promise<FoundArticle[]> {
  const shown = [...page.places, ...nearest];
  const papers = await withMissing(deps, workspace, page.papers, shown);
  const asksCitations = sort === 'citations' || (filter.minCitations ?? 0) > 0;
  const citations = asksCitations ? await countCitations(deps, workspace, [...papers.values()]) : NO_COUNTS;
  const hits = await hitsFor(deps, opened, query, shown);
  const isWeak = new Set(nearest);
  return shown.flatMap((place): FoundArticle[] => {
    const [paper, foundIn] = [papers.get(place.paper), papers.get(place.foundIn)];
    const told = hits.get(place.passage.passageId);
    if (!paper || !foundIn || !told) return [];
    // How near its text is to its name says nothing.
    const hit = isMeant ? { ...told, score: 1 } : told;
    return [{ paper, foundIn, hit, isWeak: isWeak.has(place), citations: citations.get(paper.key) ?? null }];
  });
}

function narrows(filter: PaperFilter): boolean {
  return Object.values(filter).some((one) => one !== undefined && !(Array.isArray(one) && one.length === 0));
}

type ChooseRequest = Omit<SearchArticlesRequest, 'strict' | 'sort'>;

export function chooseArticles(deps: Deps, open: Open, request: ChooseRequest): Promise<ChosenArticles> {
  return orNamed(deps, request, (asked, naming) => chooseOnce(deps, open, asked, naming));
}

async function chooseOnce(
  deps: Deps,
  open: Open,
  request: ChooseRequest,
  { isMeant }: Naming,
): Promise<ChosenArticles> {
  const opened = await openArticles(deps, open, request, isMeant);
  const { places, total, isCounted, next } = await pageOf(deps, opened, {
    ...request,
    sort: 'relevance',
    counts: true,
  });
  const ids = places.map(({ paper }) => paper);
  return { papers: eachOf(deps, request.workspace, ids), total, isCounted, next };
}

async function openArticles(
  deps: Deps,
  open: Open,
  { workspace, query, signal, filter }: Pick<SearchArticlesRequest, 'workspace' | 'query' | 'signal' | 'filter'>,
  isMeant: boolean,
): Promise<OpenSearch> {
  const narrowed = await toMemoryFilter(deps, workspace, filter);
  const opened = await open({ workspaces: [workspace], query, filter: narrowed, alike: true, signal });
  return isMeant ? { ...opened, fitting: [...opened.fitting, ...opened.nearest], nearest: [], isAll: true } : opened;
}

type Papers = ReadonlyMap<string, KeptPaper>;

interface Paging extends Pick<SearchArticlesRequest, 'workspace' | 'sort' | 'limit' | 'cursor'> {
  /** Wants to know how many there are in any case. */
  readonly counts?: boolean;
}

interface Page extends Counted {
  readonly places: readonly FoundPlace[];
  /** Those that had to be read for the order. */
  readonly papers: Papers;
}

const NO_PAPERS: Papers = new Map();
const NO_COUNTS: ReadonlyMap<string, CitationCount> = new Map();

/** As long as the page lies within the best, nobody looks further: then it is only known that there are more. */
async function pageOf(
  deps: Deps,
  opened: OpenSearch,
  { workspace, sort, limit, cursor, counts = false }: Paging,
): Promise<Page> {
  const from = placeIn(cursor);
  const end = from + limit;
  const best = await placesOf(deps, workspace, opened.fitting);
  if (sort === 'relevance' && !counts && !opened.isAll && best.length > end) {
    const counted = { total: best.length, isCounted: false, next: placeAfter(end, best.length) };
    return { places: best.slice(from, end), papers: NO_PAPERS, ...counted };
  }
  const all = opened.isAll ? best : await placesOf(deps, workspace, await opened.all());
  const counted = { total: all.length, isCounted: true, next: placeAfter(end, all.length) };
  if (sort === 'relevance') return { places: all.slice(from, end), papers: NO_PAPERS, ...counted };
  const ids = all.map(({ paper }) => paper);
  const papers = await papersByIds(deps, workspace, ids);
  const citations = sort === 'citations' ? await countCitations(deps, workspace, [...papers.values()]) : NO_COUNTS;
  return { places: inOrder(all, sort, papers, citations).slice(from, end), papers, ...counted };
}

interface Filling {
  readonly workspace: string;
  readonly page: Page;
  readonly most: number;
}

/** Most are papers of their own, so that few more than are wanted have to be looked at. */
const LOOKED_AT = 20;

/** Of what has not to do with the query, what comes nearest. */
async function nearestOf(
  deps: Deps,
  { nearest }: OpenSearch,
  { workspace, page, most }: Filling,
): Promise<readonly FoundPlace[]> {
  if (most <= 0) return [];
  const shown = new Set(page.places.map(({ paper }) => paper));
  const found: FoundPlace[] = [];
  for (let at = 0; at < nearest.length && found.length < most; at += LOOKED_AT) {
    const places = await placesOf(deps, workspace, nearest.slice(at, at + LOOKED_AT));
    for (const place of places) if (!shown.has(place.paper)) found.push(place);
    for (const { paper } of places) shown.add(paper);
  }
  return found.slice(0, most);
}

async function withMissing(
  deps: Deps,
  workspace: string,
  known: Papers,
  places: readonly FoundPlace[],
): Promise<Papers> {
  const ids = [...new Set(places.flatMap(({ paper, foundIn }) => [paper, foundIn]))];
  const read = await papersByIds(
    deps,
    workspace,
    ids.filter((id) => !known.has(id)),
  );
  return new Map(
    ids.flatMap((id) => [known.get(id) ?? read.get(id) ?? []].flat().map((paper) => [id, paper] as const)),
  );
}

/** With the places in their texts, by passage. */
async function hitsFor(
  deps: Deps,
  opened: OpenSearch,
  query: string,
  places: readonly FoundPlace[],
): Promise<ReadonlyMap<number, SearchHit>> {
  if (places.length === 0) return new Map();
  const result = await opened.show(places.map(({ passage }) => passage));
  const cited = await citeHits(deps, result, query);
  const hits = await citeAnnotations(deps, cited.hits);
  return new Map(hits.map((hit) => [hit.passage.id, hit]));
}
