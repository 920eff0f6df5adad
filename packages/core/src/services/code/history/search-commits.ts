/** What commits say, for who asks for the kind `commit` in so many words: else they would stand before what somebody remembers. */
import type { Deps } from '../../deps.ts';
import type { SearchRequest, SearchResult } from '../../search/search-request.ts';
import { listRepositories } from '../store/index.ts';
import { COMMIT_KIND } from './remember-commits.ts';

type Search = (request: SearchRequest) => Promise<SearchResult>;

/** Also memories of that kind that are somebody's own. */
export async function searchWithCommits(deps: Deps, search: Search, request: SearchRequest): Promise<SearchResult> {
  if (!request.filter?.kinds?.includes(COMMIT_KIND)) return search(request);
  const owners = await storesOf(deps, request.workspaces);
  if (owners.size === 0) return search(request);
  const inStores = { ...request, workspaces: [...owners.keys()], filter: { ...request.filter, kinds: [COMMIT_KIND] } };
  const [found, commits] = await Promise.all([search(request), search(inStores)]);
  const hits = [...found.hits, ...commits.hits.map((hit) => ({ ...hit, memory: shown(hit.memory, owners) }))]
    .toSorted((a, b) => b.score - a.score)
    .slice(0, request.limit);
  return { ...found, hits, abstained: found.abstained && commits.abstained };
}

/** By the workspace that a repository is kept in, the one that it was indexed for. */
async function storesOf(deps: Deps, workspaces: readonly string[]): Promise<Map<string, string>> {
  const stores = new Map<string, string>();
  for (const workspace of workspaces)
    for (const { value } of await listRepositories(deps, workspace)) stores.set(value.store, workspace);
  return stores;
}

/** Its own workspace is nobody's to name. */
function shown<Memory extends { readonly workspace: string }>(
  memory: Memory,
  owners: ReadonlyMap<string, string>,
): Memory {
  return { ...memory, workspace: owners.get(memory.workspace) ?? memory.workspace };
}
