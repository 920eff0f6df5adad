/** Papers to be written out: those that a query finds, the best first, or all of the library, the newest first. */
import type { KeptPaper } from '../../services/research/library/store/paper-record.ts';
import type { LibraryCalls } from './library-calls.ts';

export interface ChosenPapers {
  readonly workspace: string;
  readonly query?: string | undefined;
  readonly most: number;
}

export async function* chosenPapers(
  library: Pick<LibraryCalls, 'search' | 'each'>,
  { workspace, query, most }: ChosenPapers,
): AsyncGenerator<KeptPaper> {
  if (query !== undefined) {
    const asked = { workspace, query, filter: {}, limit: most, sort: 'relevance' as const };
    const { found } = await library.search({ ...asked, strict: true });
    yield* found.map(({ paper }) => paper);
    return;
  }
  yield* library.each(workspace, most);
}
