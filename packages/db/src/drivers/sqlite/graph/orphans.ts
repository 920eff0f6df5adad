/** Entities that nothing mentions, relates or asserts, nor what was merged into them. */
import type { Database } from '../connection/database.ts';
import { workspaceId } from '../workspaces/workspace-rows.ts';

/** Of a row `x` of entities. Relations that were once believed count: history speaks of their ends. */
const KNOWN = `(x.asserted = 1 OR EXISTS (SELECT 1 FROM mentions WHERE entity = x.id)
  OR EXISTS (SELECT 1 FROM relations WHERE workspace = x.workspace AND source = x.id)
  OR EXISTS (SELECT 1 FROM relations WHERE workspace = x.workspace AND target = x.id))`;

/** Erases those of the candidates that are orphans, and then those that were kept only by them. Says how many. */
export function dropOrphans(db: Database, candidates: Iterable<number>): number {
  let waiting = [...new Set(candidates)];
  let count = 0;
  while (waiting.length > 0) {
    const gone = db.all<{ id: number; merged_into: number | null }>(
      `SELECT x.id, x.merged_into FROM json_each(?) c CROSS JOIN entities x ON x.id = c.value
       WHERE NOT ${KNOWN} AND NOT EXISTS (SELECT 1 FROM entities WHERE merged_into = x.id)`,
      JSON.stringify(waiting),
    );
    eraseEntities(
      db,
      gone.map(({ id }) => id),
    );
    count += gone.length;
    waiting = gone.flatMap(({ merged_into }) => merged_into ?? []);
  }
  return count;
}

/** Their rows alone: mentions and relations must be gone. */
export function eraseEntities(db: Database, ids: readonly number[]): void {
  const list = JSON.stringify(ids);
  const among = '(SELECT value FROM json_each(?1))';
  db.run(`DELETE FROM entity_names WHERE entity IN ${among}`, list);
  db.run(`DELETE FROM entity_terms WHERE entity IN ${among}`, list);
  db.run(`DELETE FROM entity_merges WHERE from_entity IN ${among} OR into_entity IN ${among}`, list);
  db.run(`DELETE FROM entities WHERE id IN ${among}`, list);
}

export function listOrphans(db: Database, workspace: string, limit: number): { ids: string[]; total: number } {
  const from = `FROM entities x WHERE x.workspace = ? AND x.root IS NULL AND NOT ${KNOWN}
    AND NOT EXISTS (SELECT 1 FROM entities member WHERE member.workspace = x.workspace AND member.root = x.id
                    AND ${KNOWN.replaceAll('x.', 'member.')})`;
  const id = workspaceId(db, workspace) ?? 0;
  const rows = db.all<{ uid: string }>(`SELECT x.uid ${from} ORDER BY x.uid LIMIT ?`, id, limit);
  const total = db.value<number>(`SELECT count(*) ${from}`, id) ?? 0;
  return { ids: rows.map(({ uid }) => uid), total };
}
