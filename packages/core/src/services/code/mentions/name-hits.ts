/** Hits of a search with the code that they name: a few of each of the first, because a search is to stay quick. */
import type { Deps } from '../../deps.ts';
import type { SearchHit, SearchResult } from '../../search/search-request.ts';
import { listRepositories } from '../store/index.ts';
import { codeOf } from './code-of.ts';

const MOST_HITS = 10;
const MOST_OF_EACH = 3;

/** Where nothing is indexed this costs one look for each workspace. */
export async function nameHits(deps: Deps, result: SearchResult): Promise<SearchResult> {
  const workspaces = [...new Set(result.hits.map(({ memory }) => memory.workspace))];
  const indexed = await Promise.all(workspaces.map(async (one) => (await listRepositories(deps, one)).length > 0));
  const wanted = new Set(workspaces.filter((_, i) => indexed[i]));
  if (wanted.size === 0) return result;
  const hits = result.hits.map((hit, i) =>
    i < MOST_HITS && wanted.has(hit.memory.workspace) ? named(deps, hit) : hit,
  );
  return { ...result, hits: await Promise.all(hits) };
}

async function named(deps: Deps, hit: SearchHit): Promise<SearchHit> {
  const code = await codeOf(deps, hit.memory.workspace, hit.memory.id, MOST_OF_EACH);
  return code.length === 0 ? hit : { ...hit, code };
}
