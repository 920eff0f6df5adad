/** The queue of memories that wait to be read, as a port. A row stays until a reading of the present text is stored. */
import type { EmbeddingClaim, MemoryToRead, ReadingQueue } from '@zapomni/core/ports';
import type { Metadata, PassageSpan } from '@zapomni/core/model';
import { ZapomniError } from '@zapomni/core/errors';
import type { Database } from '../database.ts';
import type { MemoryRow } from '../memory-rows.ts';
import type { Served } from '../protocol.ts';
import type { Store } from '../store.ts';
import { decodeText } from '../../../shared/text-bytes.ts';
import { workspaceId } from '../workspace-rows.ts';

export function createReadings(store: Store): Served<ReadingQueue> {
  const { db } = store;
  return {
    claim: (claim, limit, now, only) => store.write(() => lease(db, claim, { limit, now, only })),
    release: (owner, memoryIds, retryAt) => store.write(() => release(db, owner, memoryIds, retryAt)),
    pending: (workspace) => store.read(() => countUnread(db, workspace)),
    requeue: (workspace, memoryIds) => store.write(() => requeue(db, workspace, memoryIds)),
  };
}

/** Nobody holds it any more, whoever did: what they read is an old text. */
export function queueReading(
  db: Database,
  memory: number,
  workspace: number,
  unmentioned: readonly number[] = [],
): void {
  db.run(
    `INSERT INTO reading_queue (memory, workspace, lease_until, unmentioned) VALUES (?, ?, 0, ?)
     ON CONFLICT DO UPDATE SET owner = NULL, lease_until = 0,
       unmentioned = coalesce(excluded.unmentioned, unmentioned)`,
    memory,
    workspace,
    unmentioned.length > 0 ? JSON.stringify(unmentioned) : null,
  );
}

/** Entities that the text before the present one mentioned. */
export function takeOffReading(db: Database, memory: number): number[] {
  const sql = 'DELETE FROM reading_queue WHERE memory = ? RETURNING unmentioned';
  const list = db.value<string | null>(sql, memory);
  return list ? (JSON.parse(list) as number[]) : [];
}

export function countUnread(db: Database, workspace?: string): number {
  if (workspace === undefined) return db.value<number>('SELECT count(*) FROM reading_queue') ?? 0;
  const sql = 'SELECT count(*) FROM reading_queue WHERE workspace = (SELECT id FROM workspaces WHERE name = ?)';
  return db.value<number>(sql, workspace) ?? 0;
}

/** Of the text: one more than the last version that had another one. */
export function textVersion(db: Database, memory: number): number {
  const sql = 'SELECT max(version) FROM memory_history WHERE memory = ? AND body IS NOT NULL';
  return (db.value<number | null>(sql, memory) ?? 0) + 1;
}

interface Wanted {
  readonly limit: number;
  readonly now: number;
  readonly only: Parameters<ReadingQueue['claim']>[3];
}

function lease(db: Database, claim: EmbeddingClaim, { limit, now, only }: Wanted): MemoryToRead[] {
  const narrowed = narrow(db, only);
  const rows = db.all<{ memory: number }>(
    `SELECT memory FROM reading_queue WHERE lease_until <= ? ${narrowed.sql} ORDER BY memory LIMIT ?`,
    now,
    ...narrowed.params,
    limit,
  );
  const list = JSON.stringify(rows.map((row) => row.memory));
  db.run(
    'UPDATE reading_queue SET owner = ?, lease_until = ? WHERE memory IN (SELECT value FROM json_each(?))',
    claim.owner,
    claim.until,
    list,
  );
  return readMemories(db, list);
}

function narrow(db: Database, only: Wanted['only']): { sql: string; params: (string | number)[] } {
  if (!only) return { sql: '', params: [] };
  const workspace = workspaceId(db, only.workspace) ?? 0;
  if (!only.memoryIds) return { sql: 'AND workspace = ?', params: [workspace] };
  const named = 'SELECT m.id FROM json_each(?) n CROSS JOIN memories m ON m.uuid = n.value';
  const sql = `AND workspace = ? AND memory IN (${named})`;
  return { sql, params: [workspace, JSON.stringify(only.memoryIds)] };
}

function readMemories(db: Database, list: string): MemoryToRead[] {
  const rows = db.all<MemoryRow & { name: string; body: Uint8Array }>(
    `SELECT m.*, w.name, t.body FROM json_each(?) q JOIN memories m ON m.id = q.value
     JOIN workspaces w ON w.id = m.workspace JOIN memory_texts t ON t.memory = m.id ORDER BY m.id`,
    list,
  );
  return rows.map((row) => ({
    workspace: row.name,
    memoryId: row.uuid,
    version: textVersion(db, row.id),
    source: row.source,
    metadata: JSON.parse(row.metadata) as Metadata,
    text: decodeText(row.body),
    passages: readSpans(db, row.id),
    occurredAt: row.occurred_at,
    validFrom: row.valid_from,
    validTo: row.valid_to,
  }));
}

function readSpans(db: Database, memory: number): (PassageSpan & { id: number })[] {
  return db.all('SELECT id, start, end FROM passages WHERE memory = ? ORDER BY ordinal', memory);
}

function release(db: Database, owner: string, memoryIds: readonly string[], retryAt: number): void {
  db.run(
    `UPDATE reading_queue SET owner = NULL, lease_until = ? WHERE owner = ? AND memory IN
       (SELECT m.id FROM json_each(?) named JOIN memories m ON m.uuid = named.value)`,
    retryAt,
    owner,
    JSON.stringify(memoryIds),
  );
}

function requeue(db: Database, workspace: string, memoryIds?: readonly string[]): number {
  const id = workspaceId(db, workspace) ?? 0;
  const named = memoryIds && [...new Set(memoryIds)];
  const which = named ? 'AND uuid IN (SELECT value FROM json_each(?))' : '';
  const params = named ? [id, JSON.stringify(named)] : [id];
  const count = db.value<number>(`SELECT count(*) FROM memories WHERE workspace = ? ${which}`, ...params) ?? 0;
  if (named && count !== named.length) {
    throw new ZapomniError('NOT_FOUND', 'Not all of the memories exist in this workspace; nothing was queued.');
  }
  db.run(
    `INSERT OR IGNORE INTO reading_queue (memory, workspace, lease_until)
     SELECT id, workspace, 0 FROM memories WHERE workspace = ? ${which}`,
    ...params,
  );
  return count;
}
