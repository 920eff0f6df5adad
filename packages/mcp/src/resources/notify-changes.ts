/** Tells subscribers of what is changed through this server, at once. What others change, `StoreFollower` sees. */
import type { App, MemoryCalls, WorkspaceCalls } from '@zapomni/core';
import { createCompatCalls } from '@zapomni/core/compat';
import { changedAddresses } from './changed-addresses.ts';

type Notify = (uri: string) => void;

/** The same application, whose changes are told once they are made. */
export function notifyChanges(app: App, notify: Notify): App {
  const tell = (workspace: string, ids: readonly string[] = []) => {
    for (const uri of changedAddresses(workspace, ids)) notify(uri);
  };
  const memories: MemoryCalls = {
    ...app.memories,
    async add(request) {
      const result = await app.memories.add(request);
      tell(
        request.workspace,
        request.drafts.flatMap(({ supersedes }) => supersedes ?? []),
      );
      return result;
    },
    async update(request) {
      const result = await app.memories.update(request);
      tell(request.workspace, [request.id]);
      return result;
    },
    async delete(workspace, ids) {
      const receipt = await app.memories.delete(workspace, ids);
      tell(workspace, ids);
      return receipt;
    },
    async clear(workspace) {
      const receipt = await app.memories.clear(workspace);
      tell(workspace);
      return receipt;
    },
  };
  const workspaces: WorkspaceCalls = {
    ...app.workspaces,
    async create(draft) {
      const made = await app.workspaces.create(draft);
      tell(made.id);
      return made;
    },
    async delete(id) {
      const receipt = await app.workspaces.delete(id);
      tell(id);
      return receipt;
    },
  };
  return { ...app, memories, workspaces, compat: createCompatCalls({ memories, graph: app.graph }) };
}
