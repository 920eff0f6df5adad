/** Papers to be written out: those that are named, those that a query finds, the best first, or all of the library or of a set, the newest first. */
import { invalidField } from '../../errors/index.ts';
import { placeAfter, placeIn } from '../../services/research/place-cursor.ts';
import type { KeptPaper } from '../../services/research/library/store/paper-record.ts';
import type { LibraryCalls } from './library-calls.ts';

export interface ChosenPapers {
  readonly workspace: string;
  /** Named as papers are, in this order; neither a query nor a set chooses among them. */
  readonly articles?: readonly string[] | undefined;
  readonly query?: string | undefined;
  /** Name of a saved set. */
  readonly index?: string | undefined;
  readonly most: number;
  /** `next` of what was written out before. */
  readonly cursor?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How many there are of which some were chosen, at least where they were not counted, and where the next begin. Known with the first of them. */
export interface ChosenOf {
  total: number;
  isCounted: boolean;
  next: string | null;
}

export function noneChosen(): ChosenOf {
  return { total: 0, isCounted: true, next: null };
}

export async function* chosenPapers(
  library: Pick<LibraryCalls, 'choose' | 'each' | 'find' | 'list' | 'members'>,
  asked: ChosenPapers,
  of: ChosenOf,
): AsyncGenerator<KeptPaper> {
  const { workspace, articles, query, index, most, cursor, signal } = asked;
  if (articles !== undefined) {
    yield* namedPapers(library, { ...asked, articles }, of);
    return;
  }
  const papers = index === undefined ? undefined : await library.members(workspace, index);
  if (query !== undefined) {
    const chosen = await library.choose({ workspace, query, filter: { papers }, limit: most, cursor, signal });
    const { total, isCounted, next } = chosen;
    Object.assign(of, { total, isCounted, next });
    yield* chosen.papers;
    return;
  }
  const skip = placeIn(cursor);
  const { items, total } = await library.list({ workspace, papers, limit: papers ? most : 1, offset: skip });
  Object.assign(of, { total, isCounted: true, next: placeAfter(skip + most, total) });
  if (papers) yield* items;
  else yield* library.each(workspace, most, skip);
}

/** All are found before the first is written. */
async function* namedPapers(
  library: Pick<LibraryCalls, 'find'>,
  { workspace, articles, query, index, most, cursor }: ChosenPapers & { readonly articles: readonly string[] },
  of: ChosenOf,
): AsyncGenerator<KeptPaper> {
  if (query !== undefined || index !== undefined)
    throw invalidField('articles', 'are all that is taken where some are named', 'Leave out the query and the index.');
  const named = new Map<string, KeptPaper>();
  for (const [i, article] of articles.entries()) {
    const paper = await library.find(workspace, article, `articles[${i}]`);
    named.set(paper.key, paper);
  }
  const skip = placeIn(cursor);
  Object.assign(of, { total: named.size, isCounted: true, next: placeAfter(skip + most, named.size) });
  yield* [...named.values()].slice(skip, skip + most);
}
