/** Vectors and token codes of named passages. */
import type { PassageVector } from '@zapomni/core/ports';
import { labelOf, type StoredModel } from './models.ts';
import { byGraph, passageId, placeOf } from '../memories/passage-ids.ts';
import type { Store } from '../store.ts';
import type { Row } from '../cypher/rows.ts';

/** Reads `columns` of the vector `v` of each passage that has one, by passage. */
export async function readVectors<Result>(
  store: Store,
  model: StoredModel,
  passageIds: readonly number[],
  { columns, params = {}, read }: { columns: string; params?: object; read: (row: Row) => Result },
): Promise<Map<number, Result>> {
  const query = `UNWIND $ids AS id MATCH (p:Passage {id: id})-[:VEC]->(v:${labelOf(model)}) RETURN p.n, ${columns}`;
  const groups = await Promise.all(
    Array.from(byGraph(passageIds), async ([graph, ns]) => {
      const rows = await store.readIfThere(graph, query, { ...params, ids: ns.map(String) });
      return rows.map(([n, ...rest]): [number, Result] => [passageId(graph, n as number), read(rest)]);
    }),
  );
  return new Map(groups.flat());
}

/**
 * A vector is never changed: the engine overlooks a change that is small, as it always is between vectors of length one.
 * The old one goes, a new one comes. One of zeros has no direction, and is stored without its numbers.
 */
function putQuery(label: string): string {
  return `MATCH (g:Store) SET g.seq = g.seq + 1
    WITH g CALL { UNWIND $rows AS r MATCH (:Passage {id: r.id})-[:VEC]->(old:${label}) DELETE old RETURN count(old) AS gone }
    CALL { UNWIND $rows AS r MATCH (p:Passage {id: r.id})
      CREATE (p)-[:VEC]->(v:${label} {n: p.n, live: p.k % 2 = 1}) SET v += r.more
      WITH v, r WHERE r.e IS NOT NULL SET v.e = vecf32(r.e) RETURN count(v) AS come }
    WITH g WHERE coalesce(g.queue, $name) = $name SET g.queue = $name
    WITH g UNWIND $rows AS r MATCH (:Passage {id: r.id})<-[:FOR]-(w:Waiting) DELETE w`;
}

/** Passages that are gone are passed over; the others are taken off the queue, if it is the queue's model. */
export async function putVectors(
  store: Store,
  name: string,
  model: StoredModel,
  vectors: readonly PassageVector[],
): Promise<number[]> {
  const last = new Map(vectors.map((one) => [one.passageId, one]));
  const graphs = Map.groupBy(last.values(), ({ passageId: id }) => placeOf(id).graph);
  for (const [graph, some] of graphs) {
    const rows = some.map(({ passageId: id, vector, tokens }) => ({
      id: String(placeOf(id).n),
      e: vector.some((part) => part !== 0) ? vector : null,
      more: tokens ? { tokens: Buffer.from(tokens).toString('base64') } : {},
    }));
    if (await store.exists(graph)) await store.write(graph, putQuery(labelOf(model)), { rows, name }, 'repeatable');
  }
  return [...graphs.keys()];
}
