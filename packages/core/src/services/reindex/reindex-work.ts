/**
 * Cutting many memories anew, as work: it goes on after the call that asked for it, and in another process should this one end. What has
 * been cut since it was asked for is told by its time, so that nothing is done twice.
 */
import { z } from 'zod';
import type { WorkData, WorkItem } from '../../ports/index.ts';
import type { Deps } from '../deps.ts';
import type { EmbeddingBacklog } from '../embedding/embedding-backlog.ts';
import { STALL_MS, type WorkControl } from '../work/work-kind.ts';
import type { WorkRunner } from '../work/work-runner.ts';
import { recutMemory } from './recut-memory.ts';

const REINDEX = 'reindex';
const PAGE = 100;

const payloadSchema = z.strictObject({
  kinds: z.array(z.string()),
  /** Also what is cut as it should be. */
  always: z.boolean(),
  /** So many memories are cut before their vectors are waited for: what lacks vectors is never more. */
  batch: z.int().min(1),
});

export type ReindexRequest = z.output<typeof payloadSchema>;

export interface ReindexParts {
  readonly embeddings: EmbeddingBacklog;
  /** What was cut also waits to be read for the graph. */
  stored(): void;
}

export function registerReindex(deps: Deps, runner: Pick<WorkRunner, 'register'>, parts: ReindexParts): void {
  runner.register({
    kind: REINDEX,
    stallMs: STALL_MS,
    run: (item, control) => run(deps, parts, item, control),
  });
}

/** One at a time for a workspace: whoever asks while it runs is told of the one that does. */
export function askForReindex(runner: WorkRunner, workspace: string, payload: ReindexRequest): Promise<WorkItem> {
  return runner.ask({ kind: REINDEX, workspace, payload, key: JSON.stringify(payload), priority: 1 });
}

async function run(deps: Deps, parts: ReindexParts, item: WorkItem, control: WorkControl): Promise<WorkData> {
  const workspace = item.workspace ?? deps.config.workspace;
  const { kinds, always, batch } = payloadSchema.parse(item.payload);
  const all = await idsOf(deps, workspace, kinds, item.createdAt);
  let [changed, written, waiting] = [0, 0, 0];
  for (const [i, id] of all.entries()) {
    control.signal.throwIfAborted();
    const recut = await recutMemory(deps, workspace, id, always);
    if (recut.written > 0) changed++;
    written += recut.written;
    waiting += recut.written;
    const isFull = (i + 1) % batch === 0 || i + 1 === all.length;
    if (isFull && waiting > 0) {
      await parts.embeddings.embedQueued(waiting);
      waiting = 0;
    }
    control.progress(i + 1, all.length, 'memories');
  }
  if (changed > 0) parts.stored();
  return { memories: all.length, changed, passages: written };
}

/** The list is taken first: cutting changes the order in which it would come. */
async function idsOf(deps: Deps, workspace: string, kinds: readonly string[], since: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const place = cursor === undefined ? {} : { cursor };
    const page = await deps.storage.memories.list({ workspace, filter: { kinds }, limit: PAGE, ...place });
    ids.push(...page.items.filter(({ updatedAt }) => updatedAt < since).map(({ id }) => id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return ids;
}
