import type { Workspace, WorkspaceSummary } from '../model/memory.ts';
import type { DeletionReceipt } from './memory-store.ts';

/** Workspaces. No data crosses from one to another. */
export interface WorkspaceStore {
  /** CONFLICT when it exists. */
  create(workspace: Workspace): Promise<void>;
  /** Null when it does not exist. Counts are exact. */
  get(id: string): Promise<WorkspaceSummary | null>;
  /** By id. */
  list(): Promise<WorkspaceSummary[]>;
  /** Removes it with all it holds. NOT_FOUND when it does not exist. */
  remove(id: string, at: number): Promise<DeletionReceipt>;
}
