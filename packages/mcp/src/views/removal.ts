/** What a deletion took away, as clients and `--json` show it: counts by name, the same for everything that deletes. */
import type { PurgeReceipt } from '@zapomni/core/memories';
import type { DeletionReceipt } from '@zapomni/core/ports';
import { iso } from './values.ts';

export function toReceipt({ passages, ...others }: DeletionReceipt): Record<string, number> {
  return { chunks: passages, ...others };
}

export function toDeleted(id: string, receipt: DeletionReceipt) {
  return { status: 'deleted' as const, memory_id: id, removed: toReceipt(receipt) };
}

export function toDeletedMany(ids: readonly string[], receipt: DeletionReceipt) {
  return { status: 'deleted' as const, memory_ids: [...ids], removed: toReceipt(receipt) };
}

export function toCleared(workspace: string, receipt: DeletionReceipt) {
  return { status: 'cleared' as const, workspace_id: workspace, removed: toReceipt(receipt) };
}

export function toDeletedWorkspace(workspace: string, receipt: DeletionReceipt) {
  return { status: 'deleted' as const, workspace_id: workspace, removed: toReceipt(receipt) };
}

export function toPurged(receipt: PurgeReceipt) {
  const { at, workspace, ids, hashes, removed, blobs, tasks, cacheFiles, did, remains, copies } = receipt;
  return {
    status: 'purged' as const,
    purged_at: iso(at),
    workspace_id: workspace,
    memory_ids: [...ids],
    sha256: hashes.map(({ hash, of }) => ({ hash, of })),
    removed: toReceipt(removed),
    blobs: { ...blobs },
    tasks,
    cache_files: cacheFiles,
    done: [...did],
    remains: [...remains],
    copies: copies.map(({ kind, name, madeAt }) => ({ kind, name, made_at: iso(madeAt) })),
  };
}
