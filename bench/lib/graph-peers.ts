/** The same traversal by other means, on the same relations. */
import { FalkorDB } from 'falkordb';
import type { Database } from '../../packages/db/src/drivers/sqlite/database.ts';
import { Level } from '../../packages/db/src/drivers/sqlite/graph/level.ts';
import { GraphView } from '../../packages/db/src/drivers/sqlite/graph/view.ts';
import type { Trial } from '../../packages/db/src/drivers/sqlite/trials/open-trial.ts';
import { WORKSPACE } from './graph-fill.ts';

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

/** Our own way, step for step, on a copy of the relations that knows nothing of time: strength and number of evidence alone. */
export function withoutTime({ store }: Trial): GraphPeer {
  store.db.exec(`CREATE TABLE bare_relations (id INTEGER PRIMARY KEY, workspace INTEGER, source INTEGER, type TEXT,
             target INTEGER, strength REAL, evidence INTEGER);
           INSERT INTO bare_relations SELECT id, workspace, source, type, target, strength, evidence FROM relations;
           CREATE INDEX bare_out ON bare_relations (workspace, source, target, type, strength);
           CREATE INDEX bare_in ON bare_relations (workspace, target, source, type, strength)`);
  return {
    name: 'without time',
    isElsewhere: false,
    reach: (start, depth, limit) => Promise.resolve(store.read(() => walkBare(store.db, start, depth, limit))),
    close: () => Promise.resolve(),
  };
}

const PORTION = 2000;
const MOST = 200_000;

function walkBare(db: Database, uid: string, depth: number, limit: number): { total: number; reached: number } {
  const view = GraphView.of(db, WORKSPACE);
  const start = view.find(uid) ?? 0;
  const seen = new Set([start]);
  const best: { near: number; far: number; outward: boolean }[] = [];
  let frontier: readonly number[] = [start];
  let looked = 0;
  for (let distance = 1; distance <= depth && looked <= MOST; distance++) {
    const level = new Level(seen);
    for (let at = 0; at < frontier.length && looked <= MOST; at += PORTION) {
      const roots = frontier.slice(at, at + PORTION);
      for (const outward of [true, false]) {
        const columns = readBare(view, roots, outward);
        level.add(roots, columns);
        looked += columns.far.length;
      }
    }
    for (const far of level.found) seen.add(far);
    best.push(...level.strongest(limit - best.length));
    frontier = level.found;
  }
  return { total: seen.size - 1, reached: describeBare(view, best) };
}

function readBare({ db, workspace }: GraphView, roots: readonly number[], outward: boolean) {
  const [index, near, far] = outward ? ['bare_out', 'source', 'target'] : ['bare_in', 'target', 'source'];
  const row = db.get<{ near: string; far: string; strength: string }>(
    `SELECT json_group_array(n.key) AS near, json_group_array(r.${far}) AS far, json_group_array(r.strength) AS strength
     FROM json_each(?) n CROSS JOIN bare_relations r INDEXED BY ${index} ON r.workspace = ? AND r.${near} = n.value
     WHERE r.strength > 0 ${outward ? '' : 'AND r.source <> r.target'}`,
    JSON.stringify(roots),
    workspace,
  );
  const column = (text: string | undefined): number[] => JSON.parse(text ?? '[]') as number[];
  return { outward, near: column(row?.near), far: column(row?.far), strength: column(row?.strength), type: [] };
}

interface BareRow {
  readonly pair: number;
  readonly type: string;
  readonly strength: number;
  readonly evidence: number;
}

/** With the strongest relation of each step and the ids of its ends, as an answer has them. */
function describeBare(view: GraphView, best: readonly { near: number; far: number; outward: boolean }[]): number {
  const pairs = best.flatMap(({ near, far, outward }, step) => {
    const [source, target] = outward ? [near, far] : [far, near];
    return view.membersOf(source).flatMap((from) => view.membersOf(target).map((to) => [step, from, to]));
  });
  const rows = view.db.all<BareRow>(
    `SELECT p.key AS pair, r.type, r.strength, r.evidence FROM json_each(?) p
     CROSS JOIN bare_relations r INDEXED BY bare_out
     ON r.workspace = ? AND r.source = p.value >> 31 AND r.target = p.value & 2147483647`,
    `[${pairs.map(([, source, target]) => (BigInt(source ?? 0) << 31n) | BigInt(target ?? 0)).join()}]`,
    view.workspace,
  );
  const byStep = Map.groupBy(rows, ({ pair }) => pairs[pair]?.[0] ?? 0);
  const uids = view.uidsOf(best.flatMap(({ near, far }) => [near, far]));
  const described = best.map(({ near, far, outward }, at) => {
    const [source, target] = outward ? [near, far] : [far, near];
    const [strongest] = (byStep.get(at) ?? []).sort((one, other) => other.strength - one.strength);
    return { ...strongest, source: uids.get(source), target: uids.get(target) };
  });
  return described.length;
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
