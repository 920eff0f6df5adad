/** Pages of memories, newest first. The cursor names the last row shown, so that new rows never shift a page. */
import type { MemorySummary } from '@zapomni/core/model';
import type { ListQuery, Page } from '@zapomni/core/ports';
import { invalidField } from '@zapomni/core/errors';
import type { Database } from './database.ts';
import { toCondition } from './filter.ts';
import { toSummary, type MemoryRow } from './memory-rows.ts';
import { workspaceId } from './workspaces.ts';

type Place = readonly [happenedAt: number, id: number];

export function listMemories(db: Database, query: ListQuery): Page<MemorySummary> {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const workspace = workspaceId(db, query.workspace);
  if (workspace === undefined) return { items: [], next: null, total: 0 };
  const { sql, params } = toCondition(query.filter ?? {}, workspace);
  const from = `FROM memories m WHERE ${sql}`;
  const total = db.value<number>(`SELECT count(*) ${from}`, ...params) ?? 0;
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

function writeCursor(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function readCursor(cursor: string): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (isPlace(place)) return place;
  } catch {
    // Not ours; the caller is told below.
  }
  throw invalidField('cursor', 'is not one that a page gave', 'Use `next` of the previous page, or leave it out.');
}

function isPlace(value: unknown): value is Place {
  return Array.isArray(value) && value.length === 2 && value.every((part) => Number.isFinite(part));
}
