/** Papers: kept, found, listed, changed. */
import type { Deps } from '../../services/deps.ts';
import {
  updateArticle,
  type UpdateArticleRequest,
  type UpdatedArticle,
} from '../../services/research/library/change/update-article.ts';
import { findPaper } from '../../services/research/library/find/find-paper.ts';
import type { SavedPaper, SaveRequest } from '../../services/research/library/keep/arrival.ts';
import { savePapers } from '../../services/research/library/keep/save-papers.ts';
import { articleDetails, type ArticleDetails } from '../../services/research/library/query/article-details.ts';
import { collectionStats, type CollectionStats } from '../../services/research/library/query/collection-stats.ts';
import {
  listArticles,
  type ArticlePage,
  type ListArticlesRequest,
} from '../../services/research/library/query/list-articles.ts';
import {
  searchArticles,
  type FoundArticles,
  type SearchArticlesRequest,
} from '../../services/research/library/query/search-articles.ts';
import type { KeptPaper } from '../../services/research/library/store/paper-record.ts';
import type { ResearchParts } from './research.ts';

export interface LibraryCalls {
  /** Durable and found by words when it returns; vectors follow. */
  save(request: SaveRequest): Promise<SavedPaper[]>;
  /** By id, citekey, any identifier, URL or exact title; anything less fails with candidates. */
  find(workspace: string, named: string): Promise<KeptPaper>;
  details(workspace: string, named: string): Promise<ArticleDetails>;
  list(request: ListArticlesRequest): Promise<ArticlePage>;
  search(request: SearchArticlesRequest): Promise<FoundArticles>;
  update(request: UpdateArticleRequest): Promise<UpdatedArticle>;
  stats(workspace: string): Promise<CollectionStats>;
}

export function createLibraryCalls(deps: Deps, { embeddings, readings, search }: ResearchParts): LibraryCalls {
  const queued = <Result>(result: Result): Result => {
    embeddings.queued();
    readings.queued();
    return result;
  };
  return {
    save: async (request) => queued(await savePapers(deps, request)),
    find: (workspace, named) => findPaper(deps, workspace, named),
    details: (workspace, named) => articleDetails(deps, workspace, named),
    list: (request) => listArticles(deps, request),
    search: (request) => searchArticles(deps, search.run, request),
    update: async (request) => queued(await updateArticle(deps, request)),
    stats: (workspace) => collectionStats(deps, workspace),
  };
}
