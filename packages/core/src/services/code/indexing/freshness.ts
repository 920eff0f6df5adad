/** Whether the work tree has moved on since it was indexed, as far as a glance at HEAD tells. Files that were edited since are not seen. */
import type { Deps } from '../../deps.ts';
import { request, type Asker } from '../../documents/fetch-source.ts';
import type { KeptRepository } from '../store/index.ts';

export interface Freshness {
  /**
   * `current`: HEAD is what was indexed. `behind`: it is another commit or branch now. `indexing`: a run has not ended. `unknown`: nobody
   * can say, because there is no Git or the folder is away.
   */
  readonly state: 'current' | 'behind' | 'indexing' | 'unknown';
  /** As it is now. */
  readonly head: string | null;
  readonly branch: string | null;
}

export async function freshness(deps: Deps, { value }: KeptRepository, asker: Asker): Promise<Freshness> {
  const now = await headOf(deps, value.root, asker);
  const { commit: head = null, branch = null } = now ?? {};
  if (value.state === 'indexing' || value.linked !== value.generation) return { state: 'indexing', head, branch };
  if (!now) return { state: 'unknown', head, branch };
  return { state: value.head === head && value.branch === branch ? 'current' : 'behind', head, branch };
}

/** Null where it cannot be told. */
async function headOf({ git }: Deps, root: string, asker: Asker) {
  try {
    const opening = await git?.open(root, request(asker));
    if (!opening?.repository) return null;
    const head = await opening.repository.head();
    await opening.repository.close();
    return head;
  } catch {
    return null;
  }
}
