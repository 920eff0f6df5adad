/** Which document is meant, and what there is of it. */
import { ZapomniError } from '../../errors/index.ts';
import type { Deps } from '../deps.ts';
import { collection } from '../records/collection.ts';
import { findBySource } from './bring-document.ts';
import { DOCUMENTS, STRUCTURES, toStructure, type DocumentRecord, type KeptDocument } from './document-record.ts';
import { isUrl, toUrl } from './fetch-source.ts';
import { NO_STRUCTURE, type Structure } from './flatten.ts';
import { hasEnded } from './store-document.ts';

export interface OpenDocument {
  readonly document: KeptDocument;
  readonly structure: Structure;
  readonly text: string;
}

/** By id, by path or URL, or by name where only one has it. NOT_FOUND and CONFLICT say what to do. */
export async function findDocument(deps: Deps, workspace: string, named: string): Promise<KeptDocument> {
  const [only, ...more] = await findDocuments(deps, workspace, named, 10);
  if (!only) throw missing();
  if (more.length > 0) throw several([only, ...more]);
  return only;
}

/** The same, with all that have the name; none where there is none. */
export async function findDocuments(
  deps: Deps,
  workspace: string,
  named: string,
  limit: number,
): Promise<readonly KeptDocument[]> {
  const documents = collection(deps, DOCUMENTS);
  if (named === '' || named.length > MOST_NAMED) return [];
  const source = isUrl(named) ? toUrl(named) : named;
  const byId = named.length > MOST_ID ? null : await documents.get(workspace, named);
  const found = byId ?? (await findBySource(deps, workspace, source));
  if (found) return [found];
  const query = { index: 'by_name' as const, where: { name: named.slice(0, 200) }, limit };
  return (await documents.list(workspace, query)).items;
}

const MOST_NAMED = 5000;
const MOST_ID = 100;

/** With its text. One that was never read, or whose file is gone, has none. */
export async function withText(deps: Deps, workspace: string, document: KeptDocument): Promise<OpenDocument> {
  const { memory: id } = document.value;
  const [memory] = id === null || hasEnded(document) ? [] : await deps.storage.memories.get(workspace, [id]);
  if (!memory) throw unread(document.value);
  return { document, text: memory.text, structure: await structureOf(deps, workspace, document, memory.hash) };
}

/** None for a text that was changed since it was read: places in the one say nothing of the other. */
export async function structureOf(
  deps: Deps,
  workspace: string,
  { key, value }: KeptDocument,
  hash: string,
): Promise<Structure> {
  const isOther = value.text_hash !== null && value.text_hash !== hash;
  const kept = isOther ? null : await collection(deps, STRUCTURES).get(workspace, key);
  return kept ? toStructure(kept.value) : NO_STRUCTURE;
}

export async function documentsOf(deps: Deps, workspace: string, memories: readonly string[]): Promise<KeptDocument[]> {
  const queries = memories.map((memory) => ({ index: 'by_memory' as const, where: { memory }, limit: 1 }));
  const pages = await collection(deps, DOCUMENTS).listMany(workspace, queries);
  return pages.flatMap(({ items }) => items);
}

function missing(): ZapomniError {
  return new ZapomniError('NOT_FOUND', 'document: there is none of this id, name, path or URL in this workspace.', {
    hint: 'list_documents shows those that there are; add_document reads a new one.',
    issues: [{ field: 'document', error: 'not found' }],
  });
}

function several(found: readonly KeptDocument[]): ZapomniError {
  const ids = found.map(({ key }) => key).join(', ');
  return new ZapomniError('CONFLICT', `document: several have this name. Give an id: ${ids}.`, {
    hint: 'list_documents shows where each is from.',
    issues: [{ field: 'document', error: 'is not the only one of this name' }],
  });
}

const ENDED: Readonly<Record<string, string>> = {
  gone: 'its file is gone',
  forgotten: 'what it says was forgotten. add_document reads it again by its name',
};

function unread({ state, error, memory }: DocumentRecord): ZapomniError {
  const message = ENDED[state] ?? `it could not be read. ${error?.message ?? ''}`;
  const until = state === 'gone' && memory !== null ? ` What it said until then: get_memory ${memory}.` : '';
  return new ZapomniError('NOT_FOUND', `document: there is no text of it: ${message}`.replace(/\.?$/, '.'), {
    hint: `refresh_document tries again.${until}`,
    issues: [{ field: 'document', error: 'has no text' }],
  });
}
