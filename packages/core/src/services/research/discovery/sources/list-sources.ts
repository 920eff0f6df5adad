import type { Deps } from '../../../deps.ts';
import { sourcesOf } from '../store/index.ts';
import type { KeptSource } from '../store/source-record.ts';

const PAGE = 500;

/** The oldest first. */
export async function listSources(deps: Deps, workspace: string): Promise<KeptSource[]> {
  const found: KeptSource[] = [];
  for (let cursor: string | undefined; ;) {
    const place = cursor === undefined ? {} : { cursor };
    const { items, next } = await sourcesOf(deps).list(workspace, { index: 'by_created', limit: PAGE, ...place });
    found.push(...items);
    if (next === null) return found;
    cursor = next;
  }
}
