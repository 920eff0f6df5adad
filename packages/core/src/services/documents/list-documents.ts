/** Which documents there are, and taking one away. */
import type { DeletionReceipt } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { hashesOfMemories, tombstonesOf } from '../forgotten/index.ts';
import { collection, type KeptPage } from '../records/collection.ts';
import { memoriesOf } from './document-memories.ts';
import { DOCUMENT_STATES, DOCUMENTS, type DocumentRecord, type KeptDocument } from './document-record.ts';
import { ENDED_KIND } from '../../model/index.ts';

export type DocumentState = (typeof DOCUMENT_STATES)[number];

export interface ListDocumentsRequest {
  readonly workspace: string;
  readonly state?: DocumentState | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface DocumentPage extends KeptPage<DocumentRecord> {
  /** How many there are in all. */
  readonly total: number;
}

/** By name. */
export async function listDocuments(deps: Deps, request: ListDocumentsRequest): Promise<DocumentPage> {
  const { workspace, state, limit, cursor } = request;
  const documents = collection(deps, DOCUMENTS);
  const range = state ? { index: 'by_state' as const, where: { state } } : { index: 'by_name' as const };
  const [page, total] = await Promise.all([
    documents.list(workspace, { ...range, limit, ...(cursor === undefined ? {} : { cursor }) }),
    documents.count(workspace, range),
  ]);
  return { ...page, total };
}

const NOTHING: DeletionReceipt = {
  memories: 0,
  passages: 0,
  versions: 0,
  mentions: 0,
  relations: 0,
  entities: 0,
  records: 1,
  bytes: 0,
};

/**
 * The record, the structure and the text with its history. The file or page stays where it is; a folder that is read again
 * leaves it out as long as it says the same.
 */
export async function removeDocument(deps: Deps, workspace: string, known: KeptDocument): Promise<DeletionReceipt> {
  const { hash } = known.value;
  const held = await memoriesOf(deps, workspace, known);
  const told = held.filter(({ kind }) => kind !== ENDED_KIND).map(({ id }) => id);
  const said = await hashesOfMemories(deps, workspace, told);
  const tombstones = tombstonesOf(deps, [...said, ...(hash === null ? [] : [{ hash, of: 'bytes' as const }])]);
  const writes = [collection(deps, DOCUMENTS).deletionOf(known.key), ...tombstones];
  const now = deps.clock.now();
  deps.logger.log('info', 'document_removed', { document_id: known.key });
  const ids = held.map(({ id }) => id);
  if (ids.length > 0) return deps.storage.memories.remove(workspace, ids, now, writes);
  await deps.storage.records.write(workspace, writes, now);
  return NOTHING;
}
