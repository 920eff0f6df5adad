/** Where a repository is known. */
import type { Deps } from '../../deps.ts';
import type { Asker } from '../../documents/fetch-source.ts';
import { collection } from '../../records/collection.ts';
import { isCodeWorkspace, REPOSITORIES } from '../store/index.ts';
import { repositoryAt } from '../indexing/open-repository.ts';

/** Workspaces that it was indexed for, by their names. */
export async function placesOf(deps: Deps, asked: Asker & { readonly path: string }): Promise<string[]> {
  const { key, git } = await repositoryAt(deps, asked);
  await git?.close();
  const found: string[] = [];
  for (const { id } of await deps.storage.workspaces.list())
    if (!isCodeWorkspace(id) && (await collection(deps, REPOSITORIES).get(id, key))) found.push(id);
  return found;
}
