/** What the memories were at a moment of both clocks. */
import type { AsOf } from '@zapomni/core/model';
import type { Page, RecordedMemory } from '@zapomni/core/ports';
import { readCursor, writeCursor } from '../../../shared/cursor.ts';
import type { Database } from '../connection/database.ts';
import { workspaceId } from '../workspaces/workspace-rows.ts';
import { readVersion, type VersionPlace } from './recorded-memories.ts';

/** The last id shown, and the total that the first page counted. */
type Place = readonly [uuid: string, total: number];

export function memoriesAsOf(
  db: Database,
  workspace: string,
  moment: AsOf,
  page: { readonly limit: number; readonly cursor?: string },
): Page<RecordedMemory> {
  const place = page.cursor === undefined ? undefined : readCursor<Place>(page.cursor, 'sn');
  const id = workspaceId(db, workspace) ?? 0;
  const { sql, params } = versionsAt(id, moment, db.now());
  const total = place?.[1] ?? db.value<number>(`SELECT count(*) FROM (${sql})`, ...params) ?? 0;
  const rows = db.all<VersionPlace & { uuid: string }>(
    `SELECT * FROM (${sql}) WHERE uuid > ? ORDER BY uuid LIMIT ?`,
    ...params,
    place?.[0] ?? '',
    page.limit + 1,
  );
  const shown = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? shown.at(-1) : undefined;
  const items = shown.flatMap((row) => readVersion(db, row, workspace) ?? []);
  return { items, next: last ? writeCursor([last.uuid, total]) : null, total };
}

/** One row for each memory that held. An earlier version is the one that ended first after the asked time. */
function versionsAt(workspace: number, { validAt, knownAt }: AsOf, now: number): { sql: string; params: number[] } {
  // A clock that lags behind the one that wrote must not hide what was just written.
  const at = validAt === undefined ? 'max(?, m.recorded_at)' : '?';
  const present = `SELECT m.uuid, m.id AS memory, m.version FROM memories m WHERE m.workspace = ? AND m.valid_from <= ${at}
    AND (m.valid_to IS NULL OR m.valid_to > ${at})`;
  const when = validAt ?? now;
  if (knownAt === undefined) return { sql: present, params: [workspace, when, when] };
  const earlier = `SELECT m.uuid, m.id, h.version FROM memories m JOIN memory_history h ON h.memory = m.id AND h.version =
      (SELECT min(version) FROM memory_history WHERE memory = m.id AND recorded_to > ?)
    WHERE m.workspace = ? AND m.created_at <= ? AND m.recorded_at > ?
    AND h.state ->> 'validFrom' <= ? AND (h.state ->> 'validTo' IS NULL OR h.state ->> 'validTo' > ?)`;
  return {
    sql: `${present} AND m.recorded_at <= ? UNION ALL ${earlier}`,
    params: [workspace, when, when, knownAt, knownAt, workspace, knownAt, knownAt, when, when],
  };
}
