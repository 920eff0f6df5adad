/** How many memories carry a tag, without reading any of them. */
import type { Database } from '../connection/database.ts';
import { workspaceId } from '../workspaces/workspace-rows.ts';

export function countTagged(db: Database, workspace: string, tags: readonly string[], most: number): number[] {
  const rows = db.rows<[number]>(
    `SELECT (SELECT count(*) FROM (SELECT 1 FROM memory_tags t WHERE t.workspace = ? AND t.tag = wanted.value LIMIT ?))
     FROM json_each(?) wanted ORDER BY wanted.key`,
    workspaceId(db, workspace) ?? 0,
    most,
    JSON.stringify(tags),
  );
  return Array.from(rows, ([count]) => count);
}
