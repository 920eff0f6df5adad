/** Hits in what readers have marked: which file they have marked it in, and on which page. */
import type { Deps } from '../../../deps.ts';
import { DOCUMENTS } from '../../../documents/document-record.ts';
import { ANNOTATIONS_FORMAT, annotatedPage } from '../../../documents/paper/annotation-text.ts';
import { collection } from '../../../records/collection.ts';
import type { SearchHit } from '../../../search/search-request.ts';
import { annotationsOf, filesOf } from '../store/index.ts';

export function citeAnnotations(deps: Deps, hits: readonly SearchHit[]): Promise<SearchHit[]> {
  return Promise.all(hits.map((hit) => (isOfAnnotations(hit) ? citeOne(deps, hit) : hit)));
}

function isOfAnnotations({ memory }: SearchHit): boolean {
  return memory.metadata['format'] === ANNOTATIONS_FORMAT && memory.metadata['paper_id'] !== undefined;
}

async function citeOne(deps: Deps, hit: SearchHit): Promise<SearchHit> {
  const { workspace, id } = hit.memory;
  const page = annotatedPage(hit.passage.text);
  const { items } = await annotationsOf(deps).list(workspace, { index: 'by_memory', where: { memory: id }, limit: 1 });
  const file = items[0] && (await filesOf(deps).get(workspace, items[0].key));
  const document = file?.value.document
    ? await collection(deps, DOCUMENTS).get(workspace, file.value.document)
    : undefined;
  if (!document) return hit;
  const { name } = document.value;
  const citation = page === null ? `${name}, annotation` : `${name} p. ${page}, annotation`;
  return { ...hit, document: { id: document.key, name, citation, ...(page === null ? {} : { page }) } };
}
