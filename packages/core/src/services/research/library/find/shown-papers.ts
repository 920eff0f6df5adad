/** Papers by id as people see them: a merged one is what it was merged into, a preprint what it became. */
import type { Deps } from '../../../deps.ts';
import { papersByIds } from '../query/found-papers.ts';
import type { KeptPaper } from '../store/paper-record.ts';

/** Nobody merges ten times in a row; a circle ends all the same. */
const MOST_STEPS = 10;

/** By the ids that were asked for; those that are gone, or not wanted, are left out. */
export async function shownPapers(
  deps: Deps,
  workspace: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KeptPaper>> {
  const shown = new Map<string, KeptPaper>();
  let open = new Map([...new Set(ids)].map((id) => [id, id]));
  for (let step = 0; open.size > 0 && step < MOST_STEPS; step++) {
    const found = await papersByIds(deps, workspace, [...new Set(open.values())]);
    const next = new Map<string, string>();
    for (const [asked, at] of open) {
      const paper = found.get(at);
      const other = paper?.value.merged_into ?? paper?.value.shown_as ?? null;
      if (other !== null && other !== at) next.set(asked, other);
      else if (paper && paper.value.standing !== 'dismissed') shown.set(asked, paper);
    }
    open = next;
  }
  return shown;
}
