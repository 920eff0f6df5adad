/** Hits that are parts of documents, with where in them they are. */
import { mayHoldDocument, type Passage } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import type { OtherPassage, SearchHit, SearchResult } from '../search/search-request.ts';
import { snippetOf } from '../search/results/snippet.ts';
import type { KeptDocument } from './document-record.ts';
import { documentsOf, structureOf } from './find-document.ts';
import { cite, locate } from './locate.ts';

export async function citeHits(deps: Deps, result: SearchResult, query: string): Promise<SearchResult> {
  const found = await documentsOfHits(deps, result.hits);
  if (found.size === 0) return result;
  const cited = result.hits.map((hit) => citeHit(deps, hit, found.get(hit.memory.id), query));
  return { ...result, hits: await Promise.all(cited) };
}

/** By their memories; asked for in one way to the store for each workspace. */
async function documentsOfHits(deps: Deps, hits: readonly SearchHit[]): Promise<Map<string, KeptDocument>> {
  const asked = Map.groupBy(hits.filter(isDocument), ({ memory }) => memory.workspace);
  const found = await Promise.all(
    Array.from(asked, ([workspace, of]) =>
      documentsOf(deps, workspace, [...new Set(of.map(({ memory }) => memory.id))]),
    ),
  );
  return new Map(
    found.flat().flatMap((document) => (document.value.memory ? [[document.value.memory, document]] : [])),
  );
}

function isDocument({ memory }: SearchHit): boolean {
  return mayHoldDocument(memory.kind);
}

/** A memory that only calls itself a document stays as it is. */
async function citeHit(
  deps: Deps,
  hit: SearchHit,
  document: KeptDocument | undefined,
  query: string,
): Promise<SearchHit> {
  if (!document) return hit;
  const structure = await structureOf(deps, hit.memory.workspace, document, hit.memory.hash);
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
