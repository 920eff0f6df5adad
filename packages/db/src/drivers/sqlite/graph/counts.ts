/** How much there is. */
import type { GraphCounts } from '@zapomni/core/ports';
import type { Database } from '../database.ts';
import { holdingRows } from './list-relations.ts';
import { countUnread } from './readings.ts';
import { GraphView } from './view.ts';

export function countGraph(db: Database, workspace: string): GraphCounts {
  const view = GraphView.of(db, workspace);
  const [entityTypes, relationTypes] = [countEntities(view), countRelations(view)];
  const mentions = db.get<{ live: number; memories: number }>(
    `SELECT total(live) AS live, count(*) AS memories FROM
       (SELECT sum(live) AS live FROM mentions WHERE workspace = ? GROUP BY memory)`,
    view.workspace,
  );
  return {
    entities: sumOf(entityTypes),
    mentions: mentions?.live ?? 0,
    relations: sumOf(relationTypes),
    entityTypes,
    relationTypes,
    memoriesWithMentions: mentions?.memories ?? 0,
    memories: db.value<number>('SELECT memories FROM workspaces WHERE id = ?', view.workspace) ?? 0,
    pending: countUnread(db, workspace),
  };
}

type Counts = Record<string, number>;

function sumOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function countEntities({ db, workspace }: GraphView): Counts {
  const sql = `SELECT substr(uid, 1, instr(uid, ':') - 1), count(*) FROM entities WHERE workspace = ? AND root IS NULL
               GROUP BY 1 ORDER BY 2 DESC`;
  return Object.fromEntries(db.rows<[string, number]>(sql, workspace));
}

function countRelations(view: GraphView): Counts {
  const { sql, params } = holdingRows(view);
  if (view.hasMerges) return countTogether(view, view.db.rows(`SELECT r.source, r.type, r.target ${sql}`, ...params));
  const rows = view.db.rows<[string, number]>(`SELECT r.type, count(*) ${sql} GROUP BY 1 ORDER BY 2 DESC`, ...params);
  return Object.fromEntries(rows);
}

/** Rows that merging makes one relation count once. */
function countTogether(view: GraphView, rows: Iterable<readonly [number, string, number]>): Counts {
  const seen = new Set<string>();
  const counts: Counts = {};
  for (const [source, type, target] of rows) {
    if (view.isMerged(source) || view.isMerged(target)) {
      const key = `${view.rootOf(source)} ${view.rootOf(target)} ${type}`;
      if (seen.has(key)) continue;
      seen.add(key);
    }
    counts[type] = (counts[type] ?? 0) + 1;
  }
  return counts;
}
