/** Papers of the library by what they are called: the one place where citations ask the library. */
import type { Deps } from '../../deps.ts';
import type { SearchRequest, SearchResult } from '../../search/search-request.ts';
import { findPaper } from '../library/find/find-paper.ts';
import { HAS_TO_DO_WITH_IT, searchArticles } from '../library/query/search-articles.ts';
import { findSet, papersIn } from '../library/query/sets.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';

export interface CitedSearch {
  readonly workspace: string;
  /** All of the set where none is given. */
  readonly query?: string | undefined;
  readonly limit: number;
  /** Name of a saved set. */
  readonly index?: string | undefined;
}

export interface CitedPapers {
  /** By its id, citekey, any identifier or exact title; anything less fails with candidates. */
  find(workspace: string, named: string, field: string): Promise<KeptPaper>;
  search(asked: CitedSearch): Promise<readonly KeptPaper[]>;
}

export function createCitedPapers(deps: Deps, search: (request: SearchRequest) => Promise<SearchResult>): CitedPapers {
  return {
    find: (workspace, named, field) => findPaper(deps, workspace, named, field),
    search: async ({ index, query, ...request }) => {
      const set = index === undefined ? undefined : await findSet(deps, request.workspace, index);
      const members = set && (await papersIn(deps, request.workspace, set));
      if (query === undefined) return (members ?? []).slice(0, request.limit);
      const found = { sort: 'relevance' as const, strict: true, minScore: HAS_TO_DO_WITH_IT };
      const asked = { ...request, query, ...found, filter: { papers: members?.map(({ key }) => key) } };
      return (await searchArticles(deps, search, asked)).found.map(({ paper }) => paper);
    },
  };
}
