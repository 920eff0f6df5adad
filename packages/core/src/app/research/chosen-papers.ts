/** Papers to be written out: those that a query finds, the best first, or all of the library or of a set, the newest first. */
import { placeAfter, placeIn } from '../../services/research/place-cursor.ts';
import type { KeptPaper } from '../../services/research/library/store/paper-record.ts';
import type { LibraryCalls } from './library-calls.ts';

export interface ChosenPapers {
  readonly workspace: string;
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
  library: Pick<LibraryCalls, 'choose' | 'each' | 'list' | 'members'>,
  { workspace, query, index, most, cursor, signal }: ChosenPapers,
  of: ChosenOf,
): AsyncGenerator<KeptPaper> {
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
