import type { App } from '@zapomni/core';

/** A page has no session: it says which workspace it means, or means the one of the settings. NOT_FOUND for one that is none. */
export async function workspaceOf(app: App, named: string | undefined): Promise<string> {
  return named === undefined ? app.defaultWorkspace : (await app.workspaces.find(named)).id;
}
