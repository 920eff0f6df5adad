/** Hits that are parts of documents, with where in them they are. */
import { mayHoldDocument, type Passage } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import type { OtherPassage, SearchHit, SearchResult } from '../search/search-request.ts';
import { snippetOf } from '../search/results/snippet.ts';
import { documentsOf, structureOf } from './find-document.ts';
import { cite, locate } from './locate.ts';

export async function citeHits(deps: Deps, result: SearchResult, query: string): Promise<SearchResult> {
  if (!result.hits.some(isDocument)) return result;
  return { ...result, hits: await Promise.all(result.hits.map((hit) => citeHit(deps, hit, query))) };
}

function isDocument({ memory }: SearchHit): boolean {
  return mayHoldDocument(memory.kind);
}

/** A memory that only calls itself a document stays as it is. */
async function citeHit(deps: Deps, hit: SearchHit, query: string): Promise<SearchHit> {
  if (!isDocument(hit)) return hit;
  const { workspace, id, hash } = hit.memory;
  const [document] = await documentsOf(deps, workspace, [id]);
  if (!document) return hit;
  const structure = await structureOf(deps, workspace, document, hash);
  const citationOf = (passage: Passage): string => cite(document.value, locate(structure, placeOf(passage, query)));
  const { page } = locate(structure, placeOf(hit.passage, query));
  const others = hit.others?.map((one): OtherPassage => ({ ...one, citation: citationOf(one.passage) }));
  return {
    ...hit,
    document: {
      id: document.key,
      name: document.value.name,
      citation: citationOf(hit.passage),
      ...(page ? { page: page.label } : {}),
    },
    ...(others ? { others } : {}),
  };
}

/** A passage may reach over several pages and sections: what counts is where the words of the question stand. */
function placeOf(passage: Passage, query: string): number {
  const { start, end } = snippetOf(passage.text, query, Math.min(Math.max(query.length, SHORT), LONG));
  return passage.start + Math.floor((start + end) / 2);
}

/** As long as the question itself, so that a sentence of the document is told from one that only begins like it. */
const SHORT = 40;
const LONG = 400;
