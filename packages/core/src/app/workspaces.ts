/** Workspaces as the faces of the application see them. */
import type { WorkspaceSummary } from '../model/index.ts';
import type { DeletionReceipt } from '../ports/index.ts';
import type { Deps } from '../services/deps.ts';
import { createWorkspace, deleteWorkspace, findWorkspace, listWorkspaces } from '../services/workspaces/workspaces.ts';

export interface WorkspaceCalls {
  create(draft: { id: string; name?: string | undefined; description?: string | undefined }): Promise<WorkspaceSummary>;
  list(): Promise<WorkspaceSummary[]>;
  find(id: string): Promise<WorkspaceSummary>;
  delete(id: string): Promise<DeletionReceipt>;
}

export function createWorkspaceCalls(deps: Deps): WorkspaceCalls {
  return {
    create: (draft) => createWorkspace(deps, draft),
    list: () => listWorkspaces(deps),
    find: (id) => findWorkspace(deps, id),
    delete: (id) => deleteWorkspace(deps, id),
  };
}
