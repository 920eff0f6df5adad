/** Files that are not there any more, once their texts have been pruned. */
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { CODE_FILES } from './file-record.ts';
import { listRepositories } from './find-repository.ts';
import { REPOSITORIES } from './repository-record.ts';

const PORTION = 500;

export async function forgetStaleFiles(deps: Deps, workspace: string, store: string): Promise<void> {
  const files = collection(deps, CODE_FILES);
  for (;;) {
    const { items } = await files.list(store, { index: 'by_state', where: { state: 'stale' }, limit: PORTION });
    if (items.length === 0) break;
    const gone = items.map(({ key, version }) => files.deletionOf(key, { ifVersion: version }));
    await deps.storage.records.write(store, gone, deps.clock.now());
  }
  for (const { key, value } of await listRepositories(deps, workspace)) {
    if (value.store !== store || value.counts.stale === 0) continue;
    const counts = { ...value.counts, stale: 0 };
    await collection(deps, REPOSITORIES).put(workspace, key, { ...value, counts });
  }
}
