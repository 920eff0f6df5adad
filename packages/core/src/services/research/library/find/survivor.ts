import type { Deps } from '../../../deps.ts';
import { papersOf } from '../store/index.ts';
import type { KeptPaper } from '../store/paper-record.ts';

/** The one that it was merged into: ids that were given out stay good. */
export async function survivorOf(deps: Deps, workspace: string, paper: KeptPaper): Promise<KeptPaper> {
  const { merged_into: into } = paper.value;
  const other = into === null ? null : await papersOf(deps).get(workspace, into);
  return other ? survivorOf(deps, workspace, other) : paper;
}
