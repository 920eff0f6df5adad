/** Hits that are parts of documents, with where in them they are. */
import type { Deps } from '../deps.ts';
import type { SearchHit, SearchResult } from '../search/search-request.ts';
import { documentsOf, structureOf } from './find-document.ts';
import { cite, locate } from './locate.ts';
import { DOCUMENT_KIND } from './store-document.ts';

export async function citeHits(deps: Deps, result: SearchResult): Promise<SearchResult> {
  if (!result.hits.some(isDocument)) return result;
  return { ...result, hits: await Promise.all(result.hits.map((hit) => citeHit(deps, hit))) };
}

function isDocument({ memory }: SearchHit): boolean {
  return memory.kind === DOCUMENT_KIND;
}

/** A memory that only calls itself a document stays as it is. */
async function citeHit(deps: Deps, hit: SearchHit): Promise<SearchHit> {
  if (!isDocument(hit)) return hit;
  const { workspace, id } = hit.memory;
  const [document] = await documentsOf(deps, workspace, [id]);
  if (!document) return hit;
  const structure = await structureOf(deps, workspace, document.key);
  const citation = cite(document.value, locate(structure, hit.passage.start));
  return { ...hit, document: { id: document.key, name: document.value.name, citation } };
}
