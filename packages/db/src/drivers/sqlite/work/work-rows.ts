/** Items of work as rows, and back. */
import type { NewWork } from '@zapomni/core/ports';
import type { KeptWork } from '../../../shared/work-states.ts';
import type { Database } from '../connection/database.ts';

export function findWork(db: Database, id: string): KeptWork | undefined {
  return parse(db.value<string>('SELECT item FROM work WHERE id = ?', id));
}

export function findLive(db: Database, { kind, workspace, key }: NewWork): KeptWork | undefined {
  if (key === null) return undefined;
  const sql = 'SELECT item FROM work WHERE kind = ? AND workspace = ? AND key = ? AND key IS NOT NULL AND place < 2';
  return parse(db.value<string>(sql, kind, workspace ?? '', key));
}

export function insertWork(db: Database, item: KeptWork): KeptWork {
  db.run(
    `INSERT INTO work (id, kind, workspace, key, state, priority, due_at, lease_until, place, moment, item)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    item.id,
    item.kind,
    item.workspace ?? '',
    item.key,
    ...changing(item),
  );
  return item;
}

export function updateWork(db: Database, item: KeptWork): KeptWork {
  db.run(
    `UPDATE work SET state = ?, priority = ?, due_at = ?, lease_until = ?, place = ?, moment = ?, item = ? WHERE id = ?`,
    ...changing(item),
    item.id,
  );
  return item;
}

export function parseWork(item: string): KeptWork {
  return JSON.parse(item) as KeptWork;
}

function parse(item: string | undefined): KeptWork | undefined {
  return item === undefined ? undefined : parseWork(item);
}

type Changing = [string, number, number, number | null, number, number, string];

function changing(item: KeptWork): Changing {
  const place = placeOf(item);
  const moment = place === 2 ? (item.endedAt ?? item.createdAt) : item.createdAt;
  return [item.state, item.priority, item.dueAt, item.leaseUntil, place, moment, JSON.stringify(item)];
}

function placeOf({ state }: KeptWork): number {
  if (state === 'running') return 0;
  return state === 'queued' ? 1 : 2;
}
