/** How much there is. */
import type { GraphCounts } from '@zapomni/core/ports';
import type { Database } from '../connection/database.ts';
import { isAllFresh } from './judge-relations.ts';
import { holdingRows } from './list-relations.ts';
import { countUnread } from '../extraction/extraction-queue.ts';
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

/** An id begins with its type and a colon: one look into the index of ids finds the next type, another counts its range. */
function countEntities({ db, workspace }: GraphView): Counts {
  const counts: Counts = {};
  const next = 'SELECT min(uid) FROM entities WHERE workspace = ? AND uid >= ?';
  for (let uid = db.value<string | null>(next, workspace, ''); uid;) {
    const type = uid.slice(0, uid.indexOf(':'));
    const after = `${type};`;
    const sql = 'SELECT count(*) FROM entities WHERE workspace = ? AND uid >= ? AND uid < ?';
    counts[type] = db.value<number>(sql, workspace, `${type}:`, after) ?? 0;
    uid = db.value<string | null>(next, workspace, after);
  }
  const merged = 'SELECT uid FROM entities WHERE workspace = ? AND root IS NOT NULL';
  for (const [uid] of db.rows<[string]>(merged, workspace)) {
    const type = uid.slice(0, uid.indexOf(':'));
    counts[type] = (counts[type] ?? 0) - 1;
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

function countRelations(view: GraphView): Counts {
  if (!view.hasMerges && isAllFresh(view)) return countPresent(view);
  const { sql, params } = holdingRows(view);
  if (view.hasMerges) return countTogether(view, view.db.rows(`SELECT r.source, r.type, r.target ${sql}`, ...params));
  const rows = view.db.rows<[string, number]>(`SELECT r.type, count(*) ${sql} GROUP BY 1 ORDER BY 2 DESC`, ...params);
  return Object.fromEntries(rows);
}

/** Type by type: each is one range of an index. */
function countPresent({ db, workspace }: GraphView): Counts {
  const counts: Counts = {};
  const next = 'SELECT min(type) FROM relations WHERE workspace = ? AND strength > 0 AND type > ?';
  for (let type = db.value<string | null>(next, workspace, ''); type; type = db.value(next, workspace, type)) {
    const sql = 'SELECT count(*) FROM relations WHERE workspace = ? AND strength > 0 AND type = ?';
    counts[type] = db.value<number>(sql, workspace, type) ?? 0;
  }
  return counts;
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
