/** Papers of the library by what they are called: the one place where citations ask the library. */
import type { Deps } from '../../deps.ts';
import { findPaper } from '../library/find/find-paper.ts';
import { chooseArticles, type Open } from '../library/query/search-articles.ts';
import { findSet, papersIn } from '../library/query/sets.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';

export interface CitedSearch {
  readonly workspace: string;
  /** All of the set where none is given. */
  readonly query?: string | undefined;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
  /** Name of a saved set. */
  readonly index?: string | undefined;
}

export interface CitedPapers {
  /** By its id, citekey, any identifier or exact title; anything less fails with candidates. */
  find(workspace: string, named: string, field: string): Promise<KeptPaper>;
  search(asked: CitedSearch): Promise<CitedFound>;
}

export interface CitedFound {
  readonly papers: readonly KeptPaper[];
  /** How many there are of which these are the first; at least, where they were not counted. */
  readonly total: number;
  readonly isCounted: boolean;
}

export function createCitedPapers(deps: Deps, open: Open): CitedPapers {
  return {
    find: (workspace, named, field) => findPaper(deps, workspace, named, field),
    search: async ({ index, query, ...request }) => {
      const set = index === undefined ? undefined : await findSet(deps, request.workspace, index);
      const members = set && (await papersIn(deps, request.workspace, set));
      if (query === undefined)
        return { papers: (members ?? []).slice(0, request.limit), total: members?.length ?? 0, isCounted: true };
      const asked = { ...request, query, filter: { papers: members?.map(({ key }) => key) } };
      const { papers, total, isCounted } = await chooseArticles(deps, open, asked);
      const found: KeptPaper[] = [];
      for await (const paper of papers) found.push(paper);
      return { papers: found, total, isCounted };
    },
  };
}
