/** The same traversal by other means, on the same relations. */
import { FalkorDB } from 'falkordb';
import type { Database } from '../../packages/db/src/drivers/sqlite/connection/database.ts';

/** Counts what is within so many steps, in either direction, and gives the nearest. */
export interface GraphPeer {
  readonly name: string;
  /** In another process: what it takes is told by the clock on the wall. */
  readonly isElsewhere: boolean;
  reach(start: string, depth: number, limit: number): Promise<{ total: number; reached: number }>;
  close(): Promise<void>;
}

/** What one writes first: a recursive query over a table of edges with an index each way. */
export function recursiveSql(db: Database): GraphPeer {
  db.exec(`CREATE TEMP TABLE plain_edges (source INTEGER NOT NULL, target INTEGER NOT NULL);
           INSERT INTO plain_edges SELECT source, target FROM relations;
           CREATE INDEX temp.plain_out ON plain_edges (source, target);
           CREATE INDEX temp.plain_in ON plain_edges (target, source)`);
  const sql = `WITH RECURSIVE walk (id, depth) AS (
      SELECT id, 0 FROM entities WHERE workspace = 1 AND uid = ?1
      UNION SELECT e.target, depth + 1 FROM walk JOIN plain_edges e ON e.source = walk.id WHERE depth < ?2
      UNION SELECT e.source, depth + 1 FROM walk JOIN plain_edges e ON e.target = walk.id WHERE depth < ?2
    )
    SELECT id, min(depth) AS distance, count(*) OVER () - 1 AS total FROM walk GROUP BY id ORDER BY distance LIMIT ?3`;
  return {
    name: 'recursive SQL',
    isElsewhere: false,
    reach: (start, depth, limit) => {
      const rows = db.all<{ total: number }>(sql, start, depth, limit + 1);
      return Promise.resolve({ total: rows[0]?.total ?? 0, reached: rows.length - 1 });
    },
    close: () => Promise.resolve(),
  };
}

const LOADED_AT_ONCE = 10_000;

/** FalkorDB, when one is running: `ZAPOMNI_BENCH_FALKORDB=redis://127.0.0.1:6379`. The graph is dropped in the end. */
export async function falkorDb(url: string, db: Database): Promise<GraphPeer> {
  const client = await FalkorDB.connect({ url });
  const graph = client.selectGraph('zapomni-bench');
  await graph.query('CREATE INDEX FOR (e:Entity) ON (e.id)');
  const uids = db.all<{ uid: string }>('SELECT uid FROM entities').map(({ uid }) => uid);
  for (let at = 0; at < uids.length; at += LOADED_AT_ONCE) {
    const ids = uids.slice(at, at + LOADED_AT_ONCE);
    await graph.query('UNWIND $ids AS id CREATE (:Entity {id: id})', { params: { ids } });
  }
  const edges = db.all<{ source: string; target: string; strength: number }>(
    'SELECT s.uid AS source, t.uid AS target, r.strength FROM relations r JOIN entities s ON s.id = r.source JOIN entities t ON t.id = r.target',
  );
  for (let at = 0; at < edges.length; at += LOADED_AT_ONCE) {
    await graph.query(
      `UNWIND $edges AS e MATCH (s:Entity {id: e.source}), (t:Entity {id: e.target})
       CREATE (s)-[:RELATES {strength: e.strength}]->(t)`,
      { params: { edges: edges.slice(at, at + LOADED_AT_ONCE) } },
    );
  }
  return {
    name: 'FalkorDB',
    isElsewhere: true,
    reach: async (start, depth, limit) => {
      const query = `MATCH (s:Entity {id: $start})-[:RELATES*1..${Math.trunc(depth)}]-(e:Entity)
                     WHERE e.id <> $start WITH DISTINCT e RETURN count(e) AS total, collect(e.id)[0..${Math.trunc(limit)}] AS nearest`;
      const answer = await graph.roQuery<{ total: number; nearest: string[] }>(query, { params: { start } });
      const [row] = answer.data ?? [];
      return { total: row?.total ?? 0, reached: row?.nearest.length ?? 0 };
    },
    close: async () => {
      await graph.delete();
      await client.close();
    },
  };
}
