/** Which documents there are, and taking one away. */
import type { DeletionReceipt } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import { collection, type KeptPage } from '../records/collection.ts';
import { DOCUMENT_STATES, DOCUMENTS, type DocumentRecord, type KeptDocument } from './document-record.ts';

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

/** The record, the structure and the text with its history. The file or page stays where it is. */
export async function removeDocument(deps: Deps, workspace: string, known: KeptDocument): Promise<DeletionReceipt> {
  const { memory } = known.value;
  const deletion = collection(deps, DOCUMENTS).deletionOf(known.key);
  const now = deps.clock.now();
  deps.logger.log('info', 'document_removed', { document_id: known.key });
  if (memory !== null) return deps.storage.memories.remove(workspace, [memory], now, [deletion]);
  await deps.storage.records.write(workspace, [deletion], now);
  return NOTHING;
}
