/** What a deletion took away, as clients and `--json` show it: counts by name, the same for everything that deletes. */
import type { DeletionReceipt } from '@zapomni/core/ports';

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
