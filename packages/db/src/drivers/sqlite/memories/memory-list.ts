/** Pages of memories, newest first. The cursor names the last row shown, so that new rows never shift a page. */
import { ENDED_KIND, type MemoryFilter, type MemorySummary, type Scope } from '@zapomni/core/model';
import type { ListQuery, Page, PassageHit } from '@zapomni/core/ports';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import type { Database } from '../connection/database.ts';
import { isNarrow, toCondition } from './filter.ts';
import { toSummary, type MemoryRow } from './memory-rows.ts';
import { workspaceId } from '../workspaces/workspace-rows.ts';

type Place = readonly [happenedAt: number, id: number];

export function listMemories(db: Database, query: ListQuery): Page<MemorySummary> {
  const after = query.cursor === undefined ? undefined : readCursor<Place>(query.cursor, 'nn');
  const workspace = workspaceId(db, query.workspace);
  if (workspace === undefined) return { items: [], next: null, total: 0 };
  const filter = query.filter ?? {};
  const { sql, params } = toCondition(filter, workspace);
  const from = `FROM memories m WHERE ${sql}`;
  const total = countKept(db, workspace, filter) ?? db.value<number>(`SELECT count(*) ${from}`, ...params) ?? 0;
  const rows = db.all<MemoryRow>(
    `SELECT m.* ${from} ${after ? 'AND (m.happened_at, m.id) < (?, ?)' : ''}
     ORDER BY m.happened_at DESC, m.id DESC LIMIT ?`,
    ...params,
    ...(after ?? []),
    query.limit + 1,
  );
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  const items = shown.map((row) => toSummary(row, query.workspace));
  return { items, next: last ? writeCursor([last.happened_at, last.id]) : null, total };
}

/** From the counts that are kept: walking through all of them takes far longer. Undefined where they do not tell. */
function countKept(db: Database, workspace: number, filter: MemoryFilter): number | undefined {
  const { noKinds = [], ...rest } = filter;
  if (isNarrow(rest)) return undefined;
  if (noKinds.length === 0) return countAll(db, workspace, filter);
  const isOfEnded = noKinds.length === 1 && noKinds[0] === ENDED_KIND;
  return isOfEnded ? countAll(db, workspace, filter) - countEnded(db, workspace, filter) : undefined;
}

/** Written out, because only so its index is used. */
function countEnded(db: Database, workspace: number, { includeSuperseded = false }: MemoryFilter): number {
  const live = includeSuperseded ? '' : 'AND superseded_by IS NULL';
  const sql = `SELECT count(*) FROM memories WHERE workspace = ? AND kind = '${ENDED_KIND}' ${live}`;
  return db.value<number>(sql, workspace) ?? 0;
}

function countAll(db: Database, workspace: number, { includeSuperseded = false }: MemoryFilter): number {
  const count = includeSuperseded ? 'memories' : 'memories - superseded';
  return db.value<number>(`SELECT ${count} FROM workspaces WHERE id = ?`, workspace) ?? 0;
}

export function listOpenings(db: Database, scope: Scope, limit: number): PassageHit[] {
  const { sql, params } = toCondition(scope.filter ?? {}, workspaceId(db, scope.workspace) ?? 0);
  const rows = db.rows<[number, string]>(
    `WITH listed AS MATERIALIZED (
       SELECT m.id, m.uuid, m.happened_at FROM memories m WHERE ${sql} ORDER BY m.happened_at DESC, m.id DESC LIMIT ?
     ) SELECT p.id, m.uuid FROM listed m CROSS JOIN passages p ON p.memory = m.id AND p.ordinal = 0
     ORDER BY m.happened_at DESC, m.id DESC`,
    ...params,
    limit,
  );
  return Array.from(rows, ([passageId, memoryId]) => ({ passageId, memoryId, score: 0 }));
}
