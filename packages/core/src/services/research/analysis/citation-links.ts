/** Who cites whom, as ids of papers: the two questions that analysis asks of references. */
import type { Deps } from '../../deps.ts';
import { referencesOf } from '../library/store/index.ts';

/** Parts of one list, and papers that cite one: what is beyond says nothing new. */
const MOST = 100;

export async function citedBy(deps: Deps, workspace: string, paper: string): Promise<string[]> {
  const query = { index: 'by_paper' as const, where: { paper }, limit: MOST };
  const { items } = await referencesOf(deps).list(workspace, query);
  return [...new Set(items.flatMap(({ value }) => value.cited))];
}

export async function citersOf(deps: Deps, workspace: string, paper: string): Promise<string[]> {
  const query = { index: 'by_cited' as const, where: { cited: paper }, limit: MOST };
  const { items } = await referencesOf(deps).list(workspace, query);
  return [...new Set(items.map(({ value }) => value.paper))];
}

/** Of many at once. */
export async function citationsOf(
  deps: Deps,
  workspace: string,
  papers: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  return new Map(await Promise.all(papers.map(async (id) => [id, await citedBy(deps, workspace, id)] as const)));
}
