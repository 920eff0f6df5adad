/** What a graph has of what a batch speaks of; asked when a batch was not taken. */
import type { NewMemory } from '@zapomni/core/ports';
import type { Known, KnownMemory } from './batch.ts';
import { hash } from './memory-keys.ts';
import { passageId } from './passage-ids.ts';
import type { Store } from '../store.ts';

/** Undefined when the graph is not there, or takes nothing any more. */
export async function readKnown(
  store: Store,
  graph: number,
  memories: readonly NewMemory[],
): Promise<Known | undefined> {
  const [open] = await store.readIfThere(graph, 'MATCH (g:Store) WHERE g.closed IS NULL RETURN g.seq');
  if (!open) return undefined;
  const ids = memories.map(({ id }) => id);
  const olds = memories.flatMap(({ supersedes }) => supersedes ?? []);
  const [clashes, byKey, replaced] = await Promise.all([
    store.read(graph, 'MATCH (m:Memory) WHERE m.id IN $ids RETURN m.id', { ids }),
    readByKey(store, graph, memories),
    store.read(graph, 'MATCH (m:Memory) WHERE m.id IN $olds RETURN m.id, m.supersededBy IS NULL', { olds }),
  ]);
  const ofState = (live: boolean): Set<string> =>
    new Set(replaced.flatMap(([id, isLive]) => (isLive === live ? [id as string] : [])));
  return {
    ids: new Set(clashes.map(([id]) => id as string)),
    byKey,
    replaceable: ofState(true),
    replaced: ofState(false),
  };
}

async function readByKey(
  store: Store,
  graph: number,
  memories: readonly NewMemory[],
): Promise<Map<string, KnownMemory>> {
  const hashes = memories.flatMap(({ key }) => (key === null ? [] : [hash(key)]));
  const rows = await store.read(
    graph,
    `MATCH (m:Memory) WHERE m.keyHash IN $hashes OPTIONAL MATCH (m)-[:HAS]->(p:Passage)
     WITH m, p ORDER BY p.o RETURN m.keyHash, m.id, collect(p.n)`,
    { hashes },
  );
  return new Map(
    rows.map(([key, id, numbers]) => {
      const passageIds = (numbers as number[]).map((n) => passageId(graph, n));
      return [key as string, { id: id as string, passageIds }];
    }),
  );
}
