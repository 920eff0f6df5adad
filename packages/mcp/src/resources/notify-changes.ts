/** Tells subscribers of what is changed through this server, at once. What others change, `StoreFollower` sees. */
import type { App } from '@zapomni/core';
import { changedAddresses } from './changed-addresses.ts';

type Notify = (uri: string) => void;

/** The same application, whose changes are told once they are made. */
export function notifyChanges(app: App, notify: Notify): App {
  const tell = (workspace: string, ids: readonly string[] = []) => {
    for (const uri of changedAddresses(workspace, ids)) notify(uri);
  };
  return {
    ...app,
    async addMemories(request) {
      const result = await app.addMemories(request);
      tell(
        request.workspace,
        request.drafts.flatMap(({ supersedes }) => supersedes ?? []),
      );
      return result;
    },
    async updateMemory(request) {
      const result = await app.updateMemory(request);
      tell(request.workspace, [request.id]);
      return result;
    },
    async deleteMemories(workspace, ids) {
      const receipt = await app.deleteMemories(workspace, ids);
      tell(workspace, ids);
      return receipt;
    },
    async clearWorkspace(workspace) {
      const receipt = await app.clearWorkspace(workspace);
      tell(workspace);
      return receipt;
    },
    async createWorkspace(draft) {
      const made = await app.createWorkspace(draft);
      tell(made.id);
      return made;
    },
    async deleteWorkspace(id) {
      const receipt = await app.deleteWorkspace(id);
      tell(id);
      return receipt;
    },
  };
}
