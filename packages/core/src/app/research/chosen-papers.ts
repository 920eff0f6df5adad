/** Papers to be written out: those that a query finds, the best first, or all of the library or of a set, the newest first. */
import { HAS_TO_DO_WITH_IT } from '../../services/research/library/query/search-articles.ts';
import type { KeptPaper } from '../../services/research/library/store/paper-record.ts';
import type { LibraryCalls } from './library-calls.ts';

export interface ChosenPapers {
  readonly workspace: string;
  readonly query?: string | undefined;
  /** Name of a saved set. */
  readonly index?: string | undefined;
  readonly most: number;
}

export async function* chosenPapers(
  library: Pick<LibraryCalls, 'search' | 'each' | 'list' | 'members'>,
  { workspace, query, index, most }: ChosenPapers,
): AsyncGenerator<KeptPaper> {
  const papers = index === undefined ? undefined : await library.members(workspace, index);
  if (query !== undefined) {
    const asked = {
      workspace,
      query,
      filter: { papers },
      minScore: HAS_TO_DO_WITH_IT,
      limit: most,
      sort: 'relevance' as const,
    };
    const { found } = await library.search({ ...asked, strict: true });
    yield* found.map(({ paper }) => paper);
    return;
  }
  if (papers) yield* (await library.list({ workspace, papers, limit: most })).items;
  else yield* library.each(workspace, most);
}
