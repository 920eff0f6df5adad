/** How a paper is cut: the passages of its abstract and of the texts of its files, as they are indexed and found. */
import type { Passage } from '../../../model/index.ts';
import type { Deps } from '../../deps.ts';
import { documentsOf, structureOf } from '../../documents/find-document.ts';
import { locate } from '../../documents/locate.ts';
import type { KeptPaper } from '../library/store/paper-record.ts';
import { memoriesOf } from '../library/query/filter-papers.ts';

export interface PaperChunk {
  readonly passage: Passage;
  /** Of a document; null where it has none. */
  readonly page: string | null;
  readonly section: string | null;
  /** It has its vector of the model in use. */
  readonly embedded: boolean;
}

export interface PaperChunks {
  readonly paper: KeptPaper;
  readonly total: number;
  readonly chunks: readonly PaperChunk[];
}

export interface ChunksRequest {
  readonly workspace: string;
  readonly paper: KeptPaper;
  readonly offset: number;
  readonly limit: number;
  readonly model: string;
}

export async function paperChunks(deps: Deps, request: ChunksRequest): Promise<PaperChunks> {
  const { workspace, paper, offset, limit, model } = request;
  const { memories, vectors } = deps.storage;
  const all = await Promise.all(memoriesOf([paper]).map((id) => memories.passagesOf(workspace, id)));
  const passages = all.flat();
  const shown = passages.slice(offset, offset + limit);
  const placeOf = await places(deps, workspace, [...new Set(shown.map(({ memoryId }) => memoryId))]);
  const known = await vectors.vectors(
    model,
    shown.map(({ id }) => id),
  );
  const chunks = shown.map((passage) => ({ passage, ...placeOf(passage), embedded: known.has(passage.id) }));
  return { paper, total: passages.length, chunks };
}

type Place = Pick<PaperChunk, 'page' | 'section'>;

async function places(deps: Deps, workspace: string, ids: readonly string[]): Promise<(passage: Passage) => Place> {
  const documents = await documentsOf(deps, workspace, ids);
  const structures = new Map(
    await Promise.all(
      documents.map(async (document) => {
        const structure = await structureOf(deps, workspace, document, document.value.text_hash ?? '');
        return [document.value.memory ?? '', structure] as const;
      }),
    ),
  );
  return ({ memoryId, start }) => {
    const structure = structures.get(memoryId);
    if (!structure) return { page: null, section: null };
    const { page, headings } = locate(structure, start);
    return { page: page?.label ?? null, section: headings.at(-1) ?? null };
  };
}
