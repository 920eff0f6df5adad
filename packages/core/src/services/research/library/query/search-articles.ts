/** Papers by meaning and words, each once with its best passage and the page that it stands on. Filters hold before the cut. */
import type { SearchOrder } from '../../words.ts';
import type { Deps } from '../../../deps.ts';
import { citeHits } from '../../../documents/cite-hits.ts';
import type { SearchHit, SearchRequest, SearchResult } from '../../../search/search-request.ts';
import { papersOf } from '../store/index.ts';
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
/** A paper has its abstract and its files: some of the hits are of one paper. */
const SPARE = 3;

export async function searchArticles(
  deps: Deps,
  run: (request: SearchRequest) => Promise<SearchResult>,
  request: SearchArticlesRequest,
): Promise<FoundArticles> {
  const { workspace, query, limit, sort, strict, signal } = request;
  const filter = await toMemoryFilter(deps, workspace, request.filter);
  const wanted = sort === 'relevance' ? limit : MOST_SORTED;
  const asked = { workspaces: [workspace], query, limit: Math.min(wanted * SPARE, 300), filter, strict, signal };
  const result = await citeHits(deps, await run(asked), query);
  const hits = await citeAnnotations(deps, result.hits);
  const found = inOrder(await onceEach(deps, workspace, hits), sort).slice(0, limit);
  return { found, mode: result.mode, abstained: result.abstained };
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
