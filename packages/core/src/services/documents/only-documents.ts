/** Narrows a search or a list to documents: each is one memory, so that its id is what both engines look up. */
import { invalidField, ZapomniError } from '../../errors/index.ts';
import type { MemoryFilter } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import { findDocuments } from './find-document.ts';

const MOST_NAMED = 100;
const MOST_OF_A_NAME = 1000;

export interface OnlyDocuments {
  readonly workspaces: readonly string[];
  /** Ids, names, paths or URLs; all that have a name are meant by it. */
  readonly documents: readonly string[];
  readonly filter?: MemoryFilter | undefined;
}

export async function onlyDocuments(
  deps: Deps,
  { workspaces, documents, filter }: OnlyDocuments,
): Promise<MemoryFilter> {
  if (documents.length === 0) return filter ?? {};
  if (documents.length > MOST_NAMED) throw invalidField('filters.document', `names more than ${MOST_NAMED}`);
  const found = await Promise.all(documents.map((named) => memoriesOf(deps, workspaces, named)));
  const ids = [...new Set(found.flat())];
  const given = filter?.ids ?? [];
  return { ...filter, ids: given.length === 0 ? ids : orNothing(ids.filter((id) => given.includes(id))) };
}

async function memoriesOf(deps: Deps, workspaces: readonly string[], named: string): Promise<string[]> {
  const found = await Promise.all(workspaces.map((workspace) => findDocuments(deps, workspace, named, MOST_OF_A_NAME)));
  if (found.every((some) => some.length === 0)) throw unknown();
  return orNothing(found.flat().flatMap(({ value: { memory } }) => memory ?? []));
}

/** An empty list would ask for nothing, and so leave nothing out; this is no memory's id. */
function orNothing(ids: string[]): string[] {
  return ids.length === 0 ? ['none'] : ids;
}

function unknown(): ZapomniError {
  return new ZapomniError('NOT_FOUND', 'filters.document: there is no document of this id, name, path or URL.', {
    hint: 'list_documents and `zapomni documents` show those that there are.',
    issues: [{ field: 'filters.document', error: 'not found' }],
  });
}
