/** Papers to be written out: those that a query finds, the best first, or all of the library, the newest first. */
import type { KeptPaper } from '../../services/research/library/store/paper-record.ts';
import type { LibraryCalls } from './library-calls.ts';

export interface ChosenPapers {
  readonly workspace: string;
  readonly query?: string | undefined;
  readonly most: number;
}

const MOST_AT_ONCE = 100;

export async function* chosenPapers(
  library: Pick<LibraryCalls, 'search' | 'list'>,
  { workspace, query, most }: ChosenPapers,
): AsyncGenerator<KeptPaper> {
  if (query !== undefined) {
    const asked = { workspace, query, filter: {}, limit: most, sort: 'relevance' as const };
    const { found } = await library.search({ ...asked, strict: true });
    yield* found.map(({ paper }) => paper);
    return;
  }
  let left = most;
  let cursor: string | undefined;
  do {
    const page = await library.list({ workspace, limit: Math.min(left, MOST_AT_ONCE), cursor });
    yield* page.items;
    left -= page.items.length;
    cursor = page.next ?? undefined;
  } while (left > 0 && cursor !== undefined);
}
