/** How much there is. */
import type { GraphCounts } from '@zapomni/core/ports';
import type { Database } from '../database.ts';
import { countRelations, holdingRows } from './list-relations.ts';
import { countUnread } from './readings.ts';
import { GraphView } from './view.ts';

export function countGraph(db: Database, workspace: string): GraphCounts {
  const view = GraphView.of(db, workspace);
  const id = view.workspace;
  const count = (sql: string): number => db.value<number>(sql, id) ?? 0;
  return {
    entities: count('SELECT count(*) FROM entities WHERE workspace = ? AND root IS NULL'),
    mentions: count('SELECT count(*) FROM mentions WHERE workspace = ? AND live = 1'),
    relations: countRelations(view),
    entityTypes: Object.fromEntries(
      db.rows<[string, number]>(
        `SELECT substr(uid, 1, instr(uid, ':') - 1), count(*) FROM entities WHERE workspace = ? AND root IS NULL
         GROUP BY 1 ORDER BY 2 DESC`,
        id,
      ),
    ),
    relationTypes: relationTypes(view),
    memoriesWithMentions: count('SELECT count(DISTINCT memory) FROM mentions WHERE workspace = ?'),
    memories: count('SELECT memories FROM workspaces WHERE id = ?'),
    pending: countUnread(db, workspace),
  };
}

function relationTypes(view: GraphView): Record<string, number> {
  const { sql, params } = holdingRows(view);
  if (!view.hasMerges) {
    const rows = view.db.rows<[string, number]>(`SELECT r.type, count(*) ${sql} GROUP BY 1 ORDER BY 2 DESC`, ...params);
    return Object.fromEntries(rows);
  }
  const seen = new Set<string>();
  const counts: Record<string, number> = {};
  for (const [source, type, target] of view.db.rows<[number, string, number]>(
    `SELECT r.source, r.type, r.target ${sql}`,
    ...params,
  )) {
    const key = `${view.rootOf(source)} ${type} ${view.rootOf(target)}`;
    if (!seen.has(key)) counts[type] = (counts[type] ?? 0) + 1;
    seen.add(key);
  }
  return counts;
}
