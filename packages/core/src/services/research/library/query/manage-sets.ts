/** The sets that were saved: which there are, and taking one away. Its papers stay. */
import { ZapomniError } from '../../../../errors/index.ts';
import type { Deps } from '../../../deps.ts';
import { setsOf } from '../store/index.ts';
import { findSet, papersIn, type KeptSet } from './sets.ts';

export interface ListedSet {
  readonly set: KeptSet;
  /** How many papers it has now. */
  readonly papers: number;
}

/** By name. */
export async function listSets(deps: Deps, workspace: string): Promise<ListedSet[]> {
  const listed: ListedSet[] = [];
  for await (const set of setsOf(deps).each(workspace, { index: 'by_name' }))
    listed.push({ set, papers: (await papersIn(deps, workspace, set)).length });
  return listed;
}

/** FORBIDDEN unless it is confirmed. */
export async function deleteSet(
  deps: Deps,
  workspace: string,
  { name, confirm }: { readonly name: string; readonly confirm: boolean },
): Promise<ListedSet> {
  const set = await findSet(deps, workspace, name, 'index_name');
  const papers = (await papersIn(deps, workspace, set)).length;
  if (!confirm)
    throw new ZapomniError('FORBIDDEN', 'confirm_deletion: must be true. Nothing was deleted.', {
      hint: `It would delete the set ${JSON.stringify(set.value.name)} of ${papers} papers, and none of the papers.`,
      issues: [{ field: 'confirm_deletion', error: 'must be true' }],
    });
  await setsOf(deps).delete(workspace, set.key);
  return { set, papers };
}
