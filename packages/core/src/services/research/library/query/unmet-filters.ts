/** Why nothing was found: what narrows a search and no paper of the library meets, whatever is looked for. */
import type { Deps } from '../../../deps.ts';
import { papersOf } from '../store/index.ts';
import type { PaperRecord } from '../store/paper-record.ts';
import { byAuthor } from './by-author.ts';
import { byVenue, checkType, citedAtLeast, type PaperFilter } from './filter-papers.ts';
import { papersTagged } from './filter-tags.ts';

export type FilterName = 'author' | 'journal' | 'tags' | 'type' | 'minCitations';

export async function unmetFilters(deps: Deps, workspace: string, filter: PaperFilter): Promise<FilterName[]> {
  const { author, journal, tags = [], type, minCitations = 0 } = filter;
  const counts: readonly (readonly [FilterName, Promise<number> | number])[] = [
    ['author', author === undefined ? 1 : byAuthor(deps, workspace, author).then(lengthOf)],
    ['journal', journal === undefined ? 1 : byVenue(deps, workspace, journal).then(lengthOf)],
    ...tags.map((tag) => ['tags', papersTagged(deps, workspace, tag).then(lengthOf)] as const),
    ['type', type === undefined ? 1 : ofType(deps, workspace, checkType(type))],
    ['minCitations', minCitations === 0 ? 1 : citedAtLeast(deps, workspace, minCitations).then(({ size }) => size)],
  ];
  const found = await Promise.all(counts.map(async ([name, count]) => ((await count) === 0 ? [name] : [])));
  return [...new Set(found.flat())];
}

function lengthOf({ length }: readonly unknown[]): number {
  return length;
}

function ofType(deps: Deps, workspace: string, type: string): Promise<number> {
  const where = { standing: 'library' as const, type: type as PaperRecord['type'] };
  return papersOf(deps).count(workspace, { index: 'by_type', where });
}
