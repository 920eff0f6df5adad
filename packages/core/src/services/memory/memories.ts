/** Reading, changing and forgetting memories that exist. Each function checks, delegates and says what happened. */
import { ZapomniError, invalidField } from '../../errors/index.ts';
import {
  ENDED_KIND,
  type Memory,
  type MemoryFilter,
  type MemorySummary,
  type MemoryVersion,
  type Metadata,
} from '../../model/index.ts';
import type { DeletionReceipt, MemoryPatch, Page } from '../../ports/index.ts';
import { codeWorkspacesOf } from '../code/store/code-workspace.ts';
import { withCodeOf } from '../code/store/forget-code.ts';
import type { EmbeddingBacklog } from '../embedding/embedding-backlog.ts';
import type { Deps } from '../deps.ts';
import { formHashes, hashesOfMemories, liftForgotten, tombstonesOf } from '../forgotten/index.ts';
import { checkKind, checkMetadata, checkSource, checkTags, checkText, occurredAt } from './draft.ts';
import { prepareText } from './prepare-text.ts';

export interface MemoryChange {
  readonly text?: string | undefined;
  readonly kind?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly source?: string | undefined;
  /** Replaces the metadata as a whole. */
  readonly metadata?: Metadata | undefined;
}

/** Also what a search found in the code that goes with the workspace: a file, or the message of a commit. */
export async function getMemory(deps: Deps, workspace: string, id: string): Promise<Memory> {
  const [memory] = await deps.storage.memories.get(workspace, [id]);
  if (memory) return memory;
  for (const store of await codeWorkspacesOf(deps, workspace)) {
    const [ofCode] = await deps.storage.memories.get(store, [id]);
    if (ofCode) return { ...ofCode, workspace };
  }
  throw missing('memory_id');
}

export async function memoryHistory(deps: Deps, workspace: string, id: string): Promise<MemoryVersion[]> {
  return deps.storage.memories.history(workspace, id);
}

export async function listMemories(
  deps: Deps,
  query: { workspace: string; filter?: MemoryFilter | undefined; limit: number; cursor?: string | undefined },
): Promise<Page<MemorySummary>> {
  const { workspace, filter = {}, limit, cursor } = query;
  return deps.storage.memories.list({ workspace, limit, filter: withoutEnds(filter), ...(cursor ? { cursor } : {}) });
}

/** That a file is gone is nothing anybody said: only who asks for such notes, by their kind or by name, is shown them. */
function withoutEnds(filter: MemoryFilter): MemoryFilter {
  const isAsked = filter.kinds?.length || filter.ids?.length;
  return isAsked ? filter : { ...filter, noKinds: [...(filter.noKinds ?? []), ENDED_KIND] };
}

export async function updateMemory(
  deps: Deps,
  backlog: EmbeddingBacklog,
  request: { workspace: string; id: string; change: MemoryChange },
): Promise<{ memory: Memory; embedded: boolean }> {
  const patch = await toPatch(deps, request.change);
  if (Object.keys(patch).length === 0)
    throw invalidField('arguments', 'name at least one thing to change', 'Give text, tags, source, kind or metadata.');
  const { memory } = await deps.storage.memories.update(request.workspace, request.id, patch, deps.clock.now());
  if (patch.text) await liftForgotten(deps, request.workspace, await formHashes(patch.text.text));
  deps.logger.log('info', 'memory_updated', { memory_id: memory.id, version: memory.version });
  const embedded = patch.text === undefined || (await backlog.embedQueued(memory.passageCount));
  return { memory, embedded };
}

/** By the user's wish: what they said is not brought back by an import, the mirror or a folder. */
export async function deleteMemories(deps: Deps, workspace: string, ids: readonly string[]): Promise<DeletionReceipt> {
  const tombstones = tombstonesOf(deps, await hashesOfMemories(deps, workspace, ids));
  const receipt = await deps.storage.memories.remove(workspace, ids, deps.clock.now(), tombstones);
  deps.logger.log('info', 'memory_deleted', { memory_ids: ids, passages: receipt.passages });
  return receipt;
}

/** With the repositories that were indexed for it. */
export async function clearWorkspace(deps: Deps, workspace: string): Promise<DeletionReceipt> {
  const clearing = () => deps.storage.memories.clear(workspace, deps.clock.now());
  const receipt = await withCodeOf(deps, workspace, clearing);
  deps.logger.log('info', 'workspace_cleared', { workspace, memories: receipt.memories });
  return receipt;
}

function missing(field: string): ZapomniError {
  return new ZapomniError('NOT_FOUND', `${field}: no such memory in this workspace.`, {
    issues: [{ field, error: 'not found' }],
  });
}

async function toPatch(deps: Deps, change: MemoryChange): Promise<MemoryPatch> {
  const warnings: string[] = [];
  return {
    ...(change.text === undefined
      ? {}
      : { text: await prepareText(deps, checkText(change.text, deps.config.max_text_length)) }),
    ...(change.kind === undefined ? {} : { kind: checkKind(change.kind) }),
    ...(change.tags === undefined ? {} : { tags: checkTags(change.tags) }),
    ...(change.source === undefined ? {} : { source: checkSource(change.source) }),
    ...(change.metadata === undefined
      ? {}
      : { metadata: checkMetadata(change.metadata), occurredAt: occurredAt(change.metadata, warnings) }),
  };
}
