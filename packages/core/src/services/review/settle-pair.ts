/** What somebody decides of two memories: that they are one, or that the newer took the place of the older. */
import { ZapomniError, invalidField } from '../../errors/index.ts';
import { isOfDocument, type Memory } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import type { AddRequest, AddResult } from '../memory/add-memories.ts';
import type { MemoryChange } from '../memory/memories.ts';
import type { MergeRequest, SupersedeRequest } from './review-request.ts';

/** What is stored by it is embedded and read as all that is. */
interface Memories {
  get(workspace: string, id: string): Promise<Memory>;
  add(request: AddRequest): Promise<AddResult>;
  update(request: { workspace: string; id: string; change: MemoryChange }): Promise<{ memory: Memory }>;
  delete(workspace: string, ids: readonly string[]): Promise<unknown>;
}

/** The kept one has the tags of both, and says what is given. Whoever dies in between leaves two, and nothing is lost. */
export async function mergeMemories(deps: Deps, memories: Memories, request: MergeRequest): Promise<Memory> {
  const { workspace, keep, drop, text } = request;
  if (keep === drop) throw invalidField('drop', 'is the one that is kept');
  const [kept, dropped] = await both(memories, workspace, { keep, drop });
  const tags = [...new Set([...kept.tags, ...dropped.tags])];
  const isOther = text !== undefined && text.trim() !== kept.text;
  const change = { ...(isOther ? { text } : {}), ...(tags.length === kept.tags.length ? {} : { tags }) };
  const isChanged = Object.keys(change).length > 0;
  const memory = isChanged ? (await memories.update({ workspace, id: keep, change })).memory : kept;
  // What is still said must not count as forgotten.
  if (memory.text === dropped.text) await deps.storage.memories.remove(workspace, [drop], deps.clock.now());
  else await memories.delete(workspace, [drop]);
  return memory;
}

/**
 * A memory takes the place of another when it is stored, and not later: the newer one is stored anew, as it is, and has another id then. Whoever
 * dies in between leaves the newer one twice, and nothing is lost.
 */
export async function supersedeMemory(deps: Deps, memories: Memories, request: SupersedeRequest): Promise<string> {
  const { workspace, older, newer } = request;
  if (older === newer) throw invalidField('newer', 'is the older one');
  const [, held] = await both(memories, workspace, { older, newer });
  if (held.key !== null)
    throw new ZapomniError('CONFLICT', 'newer: it was stored under a key of its own, and has to keep it.', {
      hint: 'Merge the two, or forget the older one.',
      issues: [{ field: 'newer', error: 'has a key' }],
    });
  const { text, kind, tags, source, metadata } = held;
  const { memories: added } = await memories.add({
    workspace,
    drafts: [{ text, kind, tags, source, metadata, supersedes: older }],
    batch: false,
  });
  await deps.storage.memories.remove(workspace, [newer], deps.clock.now());
  return added[0]?.id ?? '';
}

/** What a document or a paper says is not changed by hand: its file is. */
async function both(
  memories: Memories,
  workspace: string,
  named: Readonly<Record<string, string>>,
): Promise<[Memory, Memory]> {
  const found: Memory[] = [];
  for (const [field, id] of Object.entries(named)) {
    const memory = await memories.get(workspace, id);
    if (isOfDocument(memory.kind))
      throw invalidField(field, 'is the text of a document', 'Forget the document, or keep both.');
    if (memory.supersededBy !== null) throw invalidField(field, 'is superseded already', 'Look again.');
    found.push(memory);
  }
  return found as [Memory, Memory];
}
