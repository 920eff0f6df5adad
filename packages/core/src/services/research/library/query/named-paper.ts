/**
 * A query that is what a paper is called means that paper, though its text seldom says so: an identifier in any case, a citekey where
 * nothing has to do with it as a word.
 */
import { parseIdentifier } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { paperCalled } from '../find/find-paper.ts';
import type { PaperFilter } from './filter-papers.ts';

interface Named {
  readonly workspace: string;
  readonly query: string;
  readonly filter: PaperFilter;
  readonly cursor?: string | undefined;
}

/** Searches among all, or for the one that is named; `isNamed`: all that is left is meant, whatever it says. */
export async function orNamed<Asked extends Named, Found extends { readonly total: number }>(
  deps: Deps,
  asked: Asked,
  search: (asked: Asked, isNamed: boolean) => Promise<Found>,
): Promise<Found> {
  const { workspace, query, filter, cursor } = asked;
  const isIdentifier = parseIdentifier(query) !== null;
  const named = async (): Promise<Found | null> => {
    const paper = cursor === undefined ? await paperCalled(deps, workspace, query) : null;
    if (paper === null || filter.papers?.includes(paper.key) === false) return null;
    const found = await search({ ...asked, filter: { ...filter, papers: [paper.key] } }, true);
    return found.total === 0 ? null : found;
  };
  const identified = isIdentifier ? await named() : null;
  if (identified) return identified;
  const found = await search(asked, false);
  return found.total === 0 && !isIdentifier && !/\s/.test(query.trim()) ? ((await named()) ?? found) : found;
}
