/** Items of work as rows, and back. */
import type { NewWork } from '@zapomni/core/ports';
import type { KeptWork } from '../../../shared/work-states.ts';
import type { Database } from '../connection/database.ts';

/** The columns that make an item. */
export interface WorkRow {
  readonly item: string;
  readonly payload: string;
}

export function parseWork({ item, payload }: WorkRow): KeptWork {
  return { ...(JSON.parse(item) as KeptWork), payload: JSON.parse(payload) as KeptWork['payload'] };
}

export function findWork(db: Database, id: string): KeptWork | undefined {
  return parse(db.get<WorkRow>('SELECT item, payload FROM work WHERE id = ?', id));
}

export function findLive(db: Database, { kind, workspace, key }: NewWork): KeptWork | undefined {
  if (key === null) return undefined;
  const live = 'key IS NOT NULL AND place < 2';
  const sql = `SELECT item, payload FROM work WHERE kind = ? AND workspace = ? AND key = ? AND ${live}`;
  return parse(db.get<WorkRow>(sql, kind, workspace ?? '', key));
}

function parse(row: WorkRow | undefined): KeptWork | undefined {
  return row && parseWork(row);
}

export function insertWork(db: Database, item: KeptWork): KeptWork {
  db.run(
    `INSERT INTO work (id, kind, workspace, key, state, priority, due_at, lease_until, place, moment, item, payload)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    item.id,
    item.kind,
    item.workspace ?? '',
    item.key,
    ...changing(item),
    JSON.stringify(item.payload),
  );
  return item;
}

export function updateWork(db: Database, item: KeptWork): KeptWork {
  db.run(
    `UPDATE work SET state = ?, priority = ?, due_at = ?, lease_until = ?, place = ?, moment = ?, item = ?, payload = ?
     WHERE id = ?`,
    ...changing(item),
    JSON.stringify(item.payload),
    item.id,
  );
  return item;
}

/** For a change of nothing but the lease and how far the work has got. */
export function updateLease(db: Database, item: KeptWork): void {
  db.run('UPDATE work SET lease_until = ?, item = ? WHERE id = ?', item.leaseUntil, toJson(item), item.id);
}

type Changing = [string, number, number, number | null, number, number, string];

function changing(item: KeptWork): Changing {
  const place = placeOf(item);
  const moment = place === 2 ? (item.endedAt ?? item.createdAt) : item.createdAt;
  return [item.state, item.priority, item.dueAt, item.leaseUntil, place, moment, toJson(item)];
}

function placeOf({ state }: KeptWork): number {
  if (state === 'running') return 0;
  return state === 'queued' ? 1 : 2;
}

function toJson(item: KeptWork): string {
  return JSON.stringify({ ...item, payload: undefined });
}
