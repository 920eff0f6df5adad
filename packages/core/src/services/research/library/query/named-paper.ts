/**
 * A query that is what a paper is called means that paper, though its text seldom says so: an identifier in any case, a citekey where
 * nothing has to do with it as a word.
 */
import { parseIdentifier } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { paperCalled } from '../find/find-paper.ts';
import type { KeptPaper } from '../store/paper-record.ts';
import type { PaperFilter } from './filter-papers.ts';

interface Named {
  readonly workspace: string;
  readonly query: string;
  readonly filter: PaperFilter;
  readonly cursor?: string | undefined;
}

export interface Naming {
  /** All that is left is meant, whatever it says. */
  readonly isMeant: boolean;
  /** The paper that the query is the name of, where all are searched. */
  readonly called: KeptPaper | null;
}

/** Searches for the one that is named, or among all. */
export async function orNamed<Asked extends Named, Found extends { readonly total: number }>(
  deps: Deps,
  asked: Asked,
  search: (asked: Asked, naming: Naming) => Promise<Found>,
): Promise<Found> {
  const { workspace, query, filter, cursor } = asked;
  const called = cursor === undefined ? await paperCalled(deps, workspace, query) : null;
  const named = async (): Promise<Found | null> => {
    if (called === null || filter.papers?.includes(called.key) === false) return null;
    const narrowed = { ...asked, filter: { ...filter, papers: [called.key] } };
    const found = await search(narrowed, { isMeant: true, called: null });
    return found.total === 0 ? null : found;
  };
  const isIdentifier = parseIdentifier(query) !== null;
  const identified = isIdentifier ? await named() : null;
  if (identified) return identified;
  const found = await search(asked, { isMeant: false, called });
  return found.total === 0 && !isIdentifier ? ((await named()) ?? found) : found;
}
