/** What is told whatever the topic: pinned memories, standing preferences, decisions and rules, and the newest ones. */
import type { MemoryFilter, MemorySummary } from '../../model/index.ts';
import type { Deps } from '../deps.ts';
import { oneLine } from './one-line.ts';
import type { ContextEntry, ContextReason } from './context-request.ts';

const PINNED: MemoryFilter = { tags: ['pinned', 'important'] };
const STANDING: MemoryFilter = {
  kinds: ['preference', 'decision', 'convention', 'rule', 'instruction', 'procedure', 'constraint', 'goal'],
};
const MOST = 20;

export async function standing(deps: Deps, workspace: string): Promise<ContextEntry[]> {
  const [pinned, kinds] = await Promise.all([list(deps, workspace, PINNED), list(deps, workspace, STANDING)]);
  return toEntries(deps, workspace, [...pinned, ...kinds], 'standing');
}

export async function recent(deps: Deps, workspace: string): Promise<ContextEntry[]> {
  return toEntries(deps, workspace, await list(deps, workspace, {}), 'recent');
}

async function list(deps: Deps, workspace: string, filter: MemoryFilter): Promise<readonly MemorySummary[]> {
  return (await deps.storage.memories.list({ workspace, filter, limit: MOST })).items;
}

/** A summary shows the first characters only; a text that goes on is read. */
async function toEntries(
  deps: Deps,
  workspace: string,
  memories: readonly MemorySummary[],
  reason: ContextReason,
): Promise<ContextEntry[]> {
  const long = memories.filter(({ preview, length }) => preview.length < length && length <= WORTH_READING);
  const read =
    long.length > 0
      ? await deps.storage.memories.get(
          workspace,
          long.map(({ id }) => id),
        )
      : [];
  const texts = new Map(read.map(({ id, text }) => [id, text]));
  return memories.map((memory) => ({ memory, reason, text: oneLine(texts.get(memory.id) ?? beginning(memory)) }));
}

/** In code units. A whole book is not fetched for its first line. */
const WORTH_READING = 20_000;

function beginning({ preview, length }: MemorySummary): string {
  return preview.length < length ? `${preview}…` : preview;
}
