/**
 * Where a repository is kept. The text of code would bury memories: its words would change what is rare among theirs, its vectors
 * would be looked through with theirs, its files would stand in their lists. So each repository has a workspace of its own, whose
 * name nobody can give: it goes with the workspace that the repository was indexed for, and is found through its record there.
 *
 *   default                    memories, and the record of each repository (`repositories`)
 *   code.default.1f0c…         files, symbols and edges of one of them (records), and their texts (memories of the kind `code`)
 */
import type { Deps } from '../../deps.ts';

/** No name of another workspace begins so. */
export const CODE_WORKSPACES = 'code.';

/** Names of workspaces hold no dots, so that none of theirs is meant by it. */
export function codeWorkspace(workspace: string, repository: string): string {
  return `${CODE_WORKSPACES}${workspace}.${repository}`;
}

export function isCodeWorkspace(id: string): boolean {
  return id.startsWith(CODE_WORKSPACES);
}

/** Of all repositories that were indexed for a workspace, also of those whose record is gone. */
export async function codeWorkspacesOf({ storage }: Deps, workspace: string): Promise<string[]> {
  const all = await storage.workspaces.list();
  return all.map(({ id }) => id).filter((id) => id.startsWith(codeWorkspace(workspace, '')));
}
