/** Forgetting for good: text, history, passages, words and vectors go; a tombstone without contents stays. */
import type { DeletionReceipt } from '@zapomni/core/ports';
import { takeOut } from './dictionary.ts';
import type { Store } from './store.ts';
import { codesIn } from './word-tokens.ts';

export const NOTHING_REMOVED: DeletionReceipt = { memories: 0, passages: 0, versions: 0, bytes: 0 };

/** Deletes the memories `ms` of the store `g` with all that is theirs, and tells what went. */
const DELETE_ALL = `CALL { WITH ms UNWIND ms AS m OPTIONAL MATCH (m)-[:WAS]->(h:Version) RETURN collect(h) AS hs }
  CALL { WITH ms UNWIND ms AS m OPTIONAL MATCH (m)-[:HAS]->(p:Passage) RETURN collect(p) AS ps }
  CALL { WITH ps UNWIND ps AS p OPTIONAL MATCH (p)-[:VEC]->(v) RETURN collect(v) AS vs }
  CALL { WITH ps UNWIND ps AS p OPTIONAL MATCH (p)<-[:FOR]-(w:Waiting) RETURN collect(w) AS ws }
  CALL { WITH ms UNWIND ms AS m RETURN sum(m.bytes) AS bytes }
  CALL { WITH ps UNWIND ps AS p RETURN sum((p.k % 1048576 - p.k % 2) / 2) AS length }
  WITH g, ms, hs, ps, vs, ws, bytes, length, [m IN ms | m.id] AS ids, [p IN ps | p.w] AS words
  SET g.memories = g.memories - size(ms), g.passages = g.passages - size(ps), g.length = g.length - toInteger(length),
    g.seq = g.seq + 1
  FOREACH (m IN ms | CREATE (:Tombstone {id: m.id, hash: m.hash, at: $at}))
  FOREACH (x IN hs | DELETE x) FOREACH (x IN vs | DELETE x) FOREACH (x IN ws | DELETE x)
  FOREACH (x IN ps | DELETE x) FOREACH (x IN ms | DELETE x)
  RETURN size(ids), size(words), size(hs), toInteger(bytes), ids, words`;

const REMOVE = `MATCH (g:Store) MATCH (m:Memory) WHERE m.id IN $ids
  WITH g, collect(m) AS ms WHERE size(ms) = size($ids) ${DELETE_ALL}`;

const CLEAR = `MATCH (g:Store) MATCH (m:Memory) WITH g, collect(m) AS ms ${DELETE_ALL}`;

export interface Removed {
  readonly receipt: DeletionReceipt;
  readonly ids: readonly string[];
}

/** Undefined unless all exist in the graph. */
export function removeFromGraph(
  store: Store,
  graph: number,
  ids: readonly string[],
  at: number,
): Promise<Removed | undefined> {
  return run(store, graph, REMOVE, { ids: [...new Set(ids)], at });
}

/** Everything; undefined when there is nothing. */
export function clearGraph(store: Store, graph: number, at: number): Promise<Removed | undefined> {
  return run(store, graph, CLEAR, { at });
}

async function run(
  store: Store,
  graph: number,
  query: string,
  params: { readonly at: number; readonly ids?: readonly string[] },
): Promise<Removed | undefined> {
  const [row] = await store.write(graph, query, params);
  if (!row) return undefined;
  const [memories, passages, versions, bytes, ids, words] = row as [number, number, number, number, string[], string[]];
  await takeOut(store, graph, [...new Set(words.flatMap(codesIn))]);
  return { receipt: { memories, passages, versions, bytes }, ids };
}
