/**
 * Memories into another workspace. They are stored there first and forgotten here after, so that what is cut off in between is
 * in both and never in none; asking again finishes it. What they said before stays behind and goes.
 */
import { invalidField, ZapomniError } from '../../errors/index.ts';
import type { Memory } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import type { EmbeddingBacklog } from '../embedding/embedding-backlog.ts';
import { addMemories } from './add-memories.ts';
import type { MemoryDraft } from './draft.ts';
import { deleteMemories } from './memories.ts';

const MOST_MOVED = 500;

export interface MoveRequest {
  readonly workspace: string;
  readonly to: string;
  /** 1–500. */
  readonly ids: readonly string[];
}

export interface Moved {
  readonly from: string;
  readonly to: string;
}

/** The ids before and after, in the order asked. NOT_FOUND when one is not there: then none is moved. */
export async function moveMemories(deps: Deps, backlog: EmbeddingBacklog, request: MoveRequest): Promise<Moved[]> {
  const { workspace, to } = request;
  const ids = [...new Set(request.ids)];
  if (ids.length === 0 || ids.length > MOST_MOVED) throw invalidField('memory_ids', `must be 1 to ${MOST_MOVED} ids`);
  if (to === workspace) throw invalidField('to', 'is the workspace that they are in');
  const memories = await deps.storage.memories.get(workspace, ids);
  if (memories.length < ids.length) {
    throw new ZapomniError('NOT_FOUND', 'memory_ids: not all of them are in this workspace; none was moved.', {
      issues: [{ field: 'memory_ids', error: 'not found' }],
    });
  }
  const { memories: added } = await addMemories(deps, backlog, {
    workspace: to,
    drafts: memories.map(toDraft),
    batch: true,
  });
  await deleteMemories(deps, workspace, ids);
  return memories.map(({ id }, i) => ({ from: id, to: added[i]?.id ?? '' }));
}

/** When it happened goes with it, also where that is only known from when it was stored. */
function toDraft({ text, kind, tags, source, metadata, key, occurredAt, createdAt }: Memory): MemoryDraft {
  const timestamp = metadata['timestamp'] ?? new Date(occurredAt ?? createdAt).toISOString();
  return { text, kind, tags, source, metadata: { ...metadata, timestamp }, ...(key === null ? {} : { key }) };
}
