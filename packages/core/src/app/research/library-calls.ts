/** Papers: kept, found, listed, changed. */
import type { Deps } from '../../services/deps.ts';
import {
  updateArticle,
  type UpdateArticleRequest,
  type UpdatedArticle,
} from '../../services/research/library/change/update-article.ts';
import { deleteArticle, type DeletedArticle } from '../../services/research/library/change/delete-article.ts';
import {
  mergeArticles,
  type MergedArticles,
  type MergeRequest,
} from '../../services/research/library/change/merge-articles.ts';
import {
  splitArticle,
  type SplitArticle,
  type SplitRequest,
} from '../../services/research/library/change/split-article.ts';
import { undoPlan, type Undone } from '../../services/research/library/change/undo-plan.ts';
import {
  createSet,
  findSet,
  onlySet,
  recordsIn,
  type CreatedSet,
  type CreateSetRequest,
} from '../../services/research/library/query/sets.ts';
import type { MemoryFilter } from '../../model/index.ts';
import { findPaper } from '../../services/research/library/find/find-paper.ts';
import type {
  PaperWriter,
  SavedPaper,
  SaveRequest,
  SavingRequest,
} from '../../services/research/library/keep/arrival.ts';
import { paperWriter, savePapers } from '../../services/research/library/keep/save-papers.ts';
import { articleDetails, type ArticleDetails } from '../../services/research/library/query/article-details.ts';
import { collectionStats, type CollectionStats } from '../../services/research/library/query/collection-stats.ts';
import { eachArticle } from '../../services/research/library/query/each-article.ts';
import { deleteSet, listSets, type ListedSet } from '../../services/research/library/query/manage-sets.ts';
import { papersBeginning } from '../../services/research/library/query/papers-beginning.ts';
import { duplicatesIn } from '../../services/research/library/query/duplicates.ts';
import {
  listArticles,
  type ArticlePage,
  type ListArticlesRequest,
} from '../../services/research/library/query/list-articles.ts';
import {
  chooseArticles,
  searchArticles,
  type ChosenArticles,
  type FoundArticles,
  type SearchArticlesRequest,
} from '../../services/research/library/query/search-articles.ts';
import type { KeptPaper } from '../../services/research/library/store/paper-record.ts';
import type { ResearchParts } from './research.ts';

export interface LibraryCalls {
  /** Durable and found by words when it returns; vectors follow. */
  save(request: SaveRequest): Promise<SavedPaper[]>;
  /** The same for papers that come one after the other: their vectors follow when the last is there, or no more come. */
  saveEach<Result>(request: SavingRequest, from: (writer: PaperWriter) => Promise<Result>): Promise<Result>;
  /** By id, citekey, any identifier, URL or exact title; anything less fails with candidates. */
  find(workspace: string, named: string, field?: string): Promise<KeptPaper>;
  details(workspace: string, named: string): Promise<ArticleDetails>;
  list(request: ListArticlesRequest): Promise<ArticlePage>;
  /** By the beginnings of citekeys and titles. */
  beginning(workspace: string, typed: string, most: number): Promise<readonly KeptPaper[]>;
  /** The newest first; no more than a few are held at a time. */
  each(workspace: string, most: number, skip?: number): AsyncIterable<KeptPaper>;
  search(request: SearchArticlesRequest): Promise<FoundArticles>;
  /** What has to do with a query, without a look at what it says. */
  choose(request: Omit<SearchArticlesRequest, 'strict' | 'sort'>): Promise<ChosenArticles>;
  update(request: UpdateArticleRequest): Promise<UpdatedArticle>;
  stats(workspace: string): Promise<CollectionStats>;
  /** With its texts; can be undone for thirty days. FORBIDDEN unless it is confirmed. */
  delete(workspace: string, request: { readonly article: string; readonly confirm: boolean }): Promise<DeletedArticle>;
  /** Groups of papers that may be one. */
  duplicates(workspace: string): Promise<KeptPaper[][]>;
  merge(request: MergeRequest): Promise<MergedArticles>;
  split(request: SplitRequest): Promise<SplitArticle>;
  /** Takes back a deletion, a merge or a split. */
  undo(workspace: string, planId: string): Promise<Undone>;
  createSet(request: CreateSetRequest): Promise<CreatedSet>;
  /** By name, with how many papers each has now. */
  sets(workspace: string): Promise<readonly ListedSet[]>;
  deleteSet(workspace: string, asked: { readonly name: string; readonly confirm: boolean }): Promise<ListedSet>;
  /** Ids of the papers that belong to a saved set now, also of those that are shown as another. */
  members(workspace: string, set: string): Promise<readonly string[]>;
  /** The filter of memories, narrowed to those of a saved set. */
  onlySet(workspaces: readonly string[], set: string, filter: MemoryFilter | undefined): Promise<MemoryFilter>;
}

export function createLibraryCalls(deps: Deps, { embeddings, readings, search }: ResearchParts): LibraryCalls {
  const follow = (): void => {
    embeddings.queued();
    readings.queued();
  };
  const queued = <Result>(result: Result): Result => {
    follow();
    return result;
  };
  return {
    save: async (request) => queued(await savePapers(deps, request)),
    async saveEach(request, from) {
      try {
        return await from(paperWriter(deps, request));
      } finally {
        follow();
      }
    },
    find: (workspace, named, field) => findPaper(deps, workspace, named, field),
    details: (workspace, named) => articleDetails(deps, workspace, named),
    list: (request) => listArticles(deps, request),
    beginning: (workspace, typed, most) => papersBeginning(deps, workspace, typed, most),
    each: (workspace, most, skip) => eachArticle(deps, workspace, most, skip),
    search: (request) => searchArticles(deps, search.open, request),
    choose: (request) => chooseArticles(deps, search.open, request),
    update: async (request) => queued(await updateArticle(deps, request)),
    stats: (workspace) => collectionStats(deps, workspace),
    delete: (workspace, request) => deleteArticle(deps, workspace, request),
    duplicates: (workspace) => duplicatesIn(deps, workspace),
    merge: async (request) => queued(await mergeArticles(deps, request)),
    split: async (request) => queued(await splitArticle(deps, request)),
    undo: async (workspace, planId) => queued(await undoPlan(deps, workspace, planId)),
    createSet: (request) => createSet(deps, request),
    sets: (workspace) => listSets(deps, workspace),
    deleteSet: (workspace, asked) => deleteSet(deps, workspace, asked),
    members: async (workspace, set) =>
      (await recordsIn(deps, workspace, await findSet(deps, workspace, set))).map(({ key }) => key),
    onlySet: (workspaces, set, filter) => onlySet(deps, workspaces, set, filter),
  };
}
