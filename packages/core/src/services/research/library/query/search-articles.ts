/** Papers by meaning and words, each once with its best passage and the page that it stands on. Filters hold before the cut. */
import type { SearchOrder } from '../../words.ts';
import type { Deps } from '../../../deps.ts';
import { citeHits } from '../../../documents/cite-hits.ts';
import type { SearchHit, SearchRequest, SearchResult } from '../../../search/search-request.ts';
import { filesOf, papersOf } from '../store/index.ts';
import { citeAnnotations } from './cite-annotations.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import { toMemoryFilter, type PaperFilter } from './filter-papers.ts';
import { paperIdOf } from './paper-id.ts';

export interface SearchArticlesRequest {
  readonly workspace: string;
  readonly query: string;
  readonly filter: PaperFilter;
  readonly limit: number;
  readonly sort: SearchOrder;
  /** None where none seems to answer. */
  readonly strict?: boolean | undefined;
  /** Papers that fit less are left out, 0–1. */
  readonly minScore?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FoundArticle {
  /** The one that is shown: of a preprint what was published of it. */
  readonly paper: KeptPaper;
  /** The record whose text was found, where that is another one. */
  readonly foundIn: KeptPaper;
  readonly hit: SearchHit;
}

export interface FoundArticles {
  readonly found: readonly FoundArticle[];
  readonly mode: SearchResult['mode'];
  readonly abstained: boolean;
}

/** What is sorted otherwise is chosen from so many of the best. */
const MOST_SORTED = 100;
/** Of how many hits a paper may take, for its abstract and its files, where nothing says so. */
const MOST_EACH = 3;
/** Two entries of a preprint and what was published of it are one paper. */
const SPARE = 2;
const MOST_ASKED = 300;

/** Who writes out or sums up what a topic finds means what has to do with it, and not what comes nearest. */
export const HAS_TO_DO_WITH_IT = 0.1;

export async function searchArticles(
  deps: Deps,
  run: (request: SearchRequest) => Promise<SearchResult>,
  request: SearchArticlesRequest,
): Promise<FoundArticles> {
  const { workspace, query, limit, sort, strict, minScore, signal } = request;
  const [filter, each] = await Promise.all([
    toMemoryFilter(deps, workspace, request.filter),
    textsEach(deps, workspace),
  ]);
  const wanted = sort === 'relevance' ? limit : MOST_SORTED;
  const ask = async (hits: number) => {
    const most = Math.min(hits, MOST_ASKED);
    const result = await run({
      workspaces: [workspace],
      query,
      limit: most,
      filter,
      strict,
      minScore,
      alike: true,
      signal,
    });
    return { result, found: await onceEach(deps, workspace, result.hits), isAll: result.hits.length < most };
  };
  const few = await ask(Math.ceil(wanted * each) + SPARE);
  const { result, found } = few.isAll || few.found.length >= wanted ? few : await ask(wanted * MOST_EACH);
  const shown = inOrder(found, sort).slice(0, limit);
  return { found: await withPlaces(deps, result, shown, query), mode: result.mode, abstained: result.abstained };
}

/** Hits that a paper takes, as far as the library has texts: what is asked for in vain is most of what a search costs. */
async function textsEach(deps: Deps, workspace: string): Promise<number> {
  const [papers, files] = await Promise.all([papersOf(deps).count(workspace), filesOf(deps).count(workspace)]);
  return Math.min(1 + files / Math.max(papers, 1), MOST_EACH);
}

/** Where in its text each was found: of those that are told, which are fewer than were found. */
async function withPlaces(deps: Deps, result: SearchResult, found: readonly FoundArticle[], query: string) {
  const cited = await citeHits(deps, { ...result, hits: found.map(({ hit }) => hit) }, query);
  const hits = await citeAnnotations(deps, cited.hits);
  return found.map((one, i) => ({ ...one, hit: hits[i] ?? one.hit }));
}

async function onceEach(deps: Deps, workspace: string, hits: readonly SearchHit[]): Promise<FoundArticle[]> {
  const papers = await papersIn(
    deps,
    workspace,
    hits.flatMap((hit) => paperIdOf(hit) ?? []),
  );
  const shown = new Map<string, FoundArticle>();
  for (const hit of hits) {
    const foundIn = papers.get(paperIdOf(hit) ?? '');
    if (!foundIn) continue;
    const paper = papers.get(foundIn.value.shown_as ?? '') ?? foundIn;
    if (!shown.has(paper.key)) shown.set(paper.key, { paper, foundIn, hit });
  }
  return [...shown.values()];
}

/** With those that are shown in their stead. */
async function papersIn(deps: Deps, workspace: string, ids: readonly string[]): Promise<Map<string, KeptPaper>> {
  const found = await papersOf(deps).getMany(workspace, [...new Set(ids)]);
  const others = found.flatMap(({ value }) => value.shown_as ?? []);
  const shown = others.length === 0 ? [] : await papersOf(deps).getMany(workspace, [...new Set(others)]);
  return new Map([...found, ...shown].map((paper) => [paper.key, paper]));
}

const NEVER = -1e15;

function inOrder(found: readonly FoundArticle[], sort: SearchOrder): readonly FoundArticle[] {
  if (sort === 'relevance') return found;
  const orders: Record<Exclude<SearchOrder, 'relevance'>, (one: FoundArticle, other: FoundArticle) => number> = {
    date: (one, other) => when(other) - when(one),
    citations: (one, other) => (other.paper.value.counts.cited_by ?? -1) - (one.paper.value.counts.cited_by ?? -1),
    title: (one, other) => (one.paper.value.title_sort < other.paper.value.title_sort ? -1 : 1),
  };
  return found.toSorted(orders[sort]);
}

function when({ paper: { value } }: FoundArticle): number {
  const { year, month = 1, day = 1 } = value.item.issued ?? {};
  return year === undefined ? (value.year === null ? NEVER : value.year * 400) : year * 400 + month * 32 + day;
}
