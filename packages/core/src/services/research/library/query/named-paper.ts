/**
 * A query that is what a paper is called means that paper, though its text seldom says so: an identifier in any case, a citekey where
 * nothing has to do with it as a word.
 */
import { toZapomniError } from '../../../../errors/index.ts';
import { parseIdentifier } from '../../../../model/papers/index.ts';
import type { Deps } from '../../../deps.ts';
import { findPaper } from '../find/find-paper.ts';
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
    const paper = cursor === undefined ? await calledSo(deps, workspace, query.trim()) : null;
    if (paper === null || filter.papers?.includes(paper) === false) return null;
    const found = await search({ ...asked, filter: { ...filter, papers: [paper] } }, true);
    return found.total === 0 ? null : found;
  };
  const identified = isIdentifier ? await named() : null;
  if (identified) return identified;
  const found = await search(asked, false);
  return found.total === 0 && !isIdentifier && !/\s/.test(query.trim()) ? ((await named()) ?? found) : found;
}

const NONE: ReadonlySet<string> = new Set(['CONFLICT', 'INVALID_INPUT', 'NOT_FOUND']);

async function calledSo(deps: Deps, workspace: string, name: string): Promise<string | null> {
  try {
    return (await findPaper(deps, workspace, name)).key;
  } catch (error) {
    if (NONE.has(toZapomniError(error).code)) return null;
    throw error;
  }
}
