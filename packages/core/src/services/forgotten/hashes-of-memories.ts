/** What memories say and have said, as hashes: what must be noted when the user deletes them. */
import { mayHoldDocument, type Memory } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import { DOCUMENTS } from '../documents/document-record.ts';
import { collection } from '../records/collection.ts';
import type { ForgottenHash } from './forgotten.ts';
import { formHashes } from './text-hash.ts';

type Parts = Pick<Deps, 'storage' | 'clock' | 'logger'>;

/** Texts may be large; so many are in memory at once. */
const PORTION = 50;

/**
 * Earlier versions count too: an old export may have one of them. A text that cannot be read is passed over, for what is
 * broken must be possible to delete.
 */
export async function hashesOfMemories(
  deps: Parts,
  workspace: string,
  ids: readonly string[],
): Promise<ForgottenHash[]> {
  const hashes: ForgottenHash[] = [];
  for (let i = 0; i < ids.length; i += PORTION) {
    for (const memory of await readable(deps, workspace, ids.slice(i, i + PORTION)))
      hashes.push(...(await hashesOf(deps, memory)));
  }
  return hashes;
}

async function readable(deps: Parts, workspace: string, ids: readonly string[]): Promise<Memory[]> {
  try {
    return await deps.storage.memories.get(workspace, ids);
  } catch (error) {
    if (ids.length > 1) return (await Promise.all(ids.map((id) => readable(deps, workspace, [id])))).flat();
    deps.logger.log('warning', 'forgotten_unread', { memory_id: ids[0], error });
    return [];
  }
}

async function hashesOf(deps: Parts, memory: Memory): Promise<ForgottenHash[]> {
  const { workspace, id, version, kind } = memory;
  const texts = [memory.text, ...(version > 1 ? await earlierTexts(deps, workspace, id) : [])];
  const said = (await Promise.all(texts.map(formHashes))).flat();
  const bytes = mayHoldDocument(kind) ? await bytesOf(deps, workspace, id) : [];
  return [
    ...said.map((hash) => ({ hash, of: 'text' as const })),
    ...bytes.map((hash) => ({ hash, of: 'bytes' as const })),
  ];
}

async function earlierTexts(deps: Parts, workspace: string, id: string): Promise<string[]> {
  try {
    return (await deps.storage.memories.history(workspace, id)).map(({ text }) => text);
  } catch (error) {
    deps.logger.log('warning', 'forgotten_unread', { memory_id: id, error });
    return [];
  }
}

/** Of the file or page that a document was read from. */
async function bytesOf(deps: Parts, workspace: string, memory: string): Promise<string[]> {
  const { items } = await collection(deps, DOCUMENTS).list(workspace, { index: 'by_memory', where: { memory } });
  return items.flatMap(({ value }) => value.hash ?? []);
}
