/** Counts, exact. Those of a workspace lie in its graph, so that those of all are the sum over the graphs. */
import type { StoreStats } from '@zapomni/core/ports';
import type { Context } from '../context.ts';
import { labelOf, type StoredModel } from '../vectors/models.ts';
import { readInfo } from '../wire/info.ts';

export interface GraphCount {
  readonly memories: number;
  readonly passages: number;
}

export async function countGraph({ store }: Context, graph: number): Promise<GraphCount> {
  const [row] = await store.readIfThere(graph, 'MATCH (g:Store) RETURN g.memories, g.passages');
  return { memories: Number(row?.[0] ?? 0), passages: Number(row?.[1] ?? 0) };
}

/** Passages without a vector of the model. */
export async function countPending(context: Context, graph: number, model: StoredModel | undefined): Promise<number> {
  const [{ passages }, vectors] = await Promise.all([
    countGraph(context, graph),
    model ? context.store.readIfThere(graph, `MATCH (v:${labelOf(model)}) RETURN count(v)`) : [],
  ]);
  return passages - Number(vectors[0]?.[0] ?? 0);
}

export async function readStats(context: Context, workspace: string, model: string): Promise<StoreStats> {
  const [entries, known, bytes] = await Promise.all([
    context.registry.all(),
    context.models.find(model),
    bytesOnDisk(context),
  ]);
  const counts = await Promise.all(
    entries.map(async ({ id, number }) => ({
      id,
      ...(await countGraph(context, number)),
      pending: await countPending(context, number, known),
    })),
  );
  const own = counts.find(({ id }) => id === workspace);
  const sum = (of: (count: (typeof counts)[number]) => number): number => counts.reduce((all, one) => all + of(one), 0);
  return {
    memories: own?.memories ?? 0,
    passages: own?.passages ?? 0,
    pendingEmbeddings: sum(({ pending }) => pending),
    bytes,
    workspaces: entries.length,
    totalMemories: sum(({ memories }) => memories),
    totalPassages: sum(({ passages }) => passages),
  };
}

/** The journal where there is one, else what the server holds in memory; of all servers that take writes. */
async function bytesOnDisk({ store }: Context): Promise<number> {
  const replies = await store.askServers(['INFO']);
  const infos = replies.map((reply) => readInfo(reply instanceof Error ? null : reply));
  return infos.reduce((sum, info) => sum + Number(info.get('aof_current_size') ?? info.get('used_memory') ?? 0), 0);
}
