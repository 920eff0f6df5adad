/** Papers of the library by what they are called: the one place where citations ask the library. */
import type { Deps } from '../../deps.ts';
import type { SearchRequest, SearchResult } from '../../search/search-request.ts';
import { findPaper } from '../library/find/find-paper.ts';
import { searchArticles } from '../library/query/search-articles.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';

export interface CitedPapers {
  /** By its id, citekey, any identifier or exact title; anything less fails with candidates. */
  find(workspace: string, named: string, field: string): Promise<KeptPaper>;
  search(workspace: string, query: string, limit: number): Promise<readonly KeptPaper[]>;
}

export function createCitedPapers(deps: Deps, search: (request: SearchRequest) => Promise<SearchResult>): CitedPapers {
  return {
    find: (workspace, named, field) => findPaper(deps, workspace, named, field),
    search: async (workspace, query, limit) => {
      const asked = { workspace, query, filter: {}, limit, sort: 'relevance' as const, strict: true };
      return (await searchArticles(deps, search, asked)).found.map(({ paper }) => paper);
    },
  };
}
