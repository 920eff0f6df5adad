/** Forgets a repository: its files, symbols, edges and texts, and that it was known. The files themselves are the user's. */
import type { DeletionReceipt, WorkItem } from '../../../ports/index.ts';
import { toZapomniError } from '../../../errors/index.ts';
import type { Deps } from '../../deps.ts';
import { collection } from '../../records/collection.ts';
import { followWork } from '../../work/follow-work.ts';
import type { WorkRunner } from '../../work/work-runner.ts';
import { forgetPackages } from '../manifests/package-entities.ts';
import { REPOSITORIES, type KeptRepository } from '../store/index.ts';
import { INDEX_CODEBASE } from './index-work.ts';

const STOP_MS = 30_000;
const MOST = 100;

export async function removeRepository(
  deps: Deps,
  runner: WorkRunner,
  workspace: string,
  { key, value: { store } }: KeptRepository,
): Promise<DeletionReceipt> {
  await stopIndexing(deps, runner, workspace, key);
  const receipt = await removeStore(deps, store);
  await forgetPackages(deps, workspace, key);
  await collection(deps, REPOSITORIES).delete(workspace, key);
  deps.logger.log('info', 'repository_removed', { workspace, files: receipt.memories });
  return receipt;
}

/** Whoever indexes it just now would bring some of it back. */
async function stopIndexing({ storage }: Deps, runner: WorkRunner, workspace: string, key: string): Promise<void> {
  const filter = { workspace, kinds: [INDEX_CODEBASE], states: ['queued', 'running'] as const };
  const { items } = await storage.work.list(filter, { limit: MOST });
  for (const item of items.filter((one: WorkItem) => one.key === key)) {
    await runner.cancel(item.id);
    await followWork(runner, item.id, { signal: AbortSignal.timeout(STOP_MS) });
  }
}

const NOTHING_REMOVED: DeletionReceipt = {
  memories: 0,
  passages: 0,
  versions: 0,
  mentions: 0,
  relations: 0,
  entities: 0,
  records: 0,
  bytes: 0,
};

/** One that is not there has nothing in it. */
async function removeStore({ storage, clock }: Deps, store: string): Promise<DeletionReceipt> {
  try {
    return await storage.workspaces.remove(store, clock.now());
  } catch (error) {
    if (toZapomniError(error).code === 'NOT_FOUND') return NOTHING_REMOVED;
    throw error;
  }
}
