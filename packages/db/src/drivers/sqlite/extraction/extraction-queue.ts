/** The queue of memories that wait to be read, as a port. A row stays until a reading of the present text is stored. */
import type {
  EmbeddingClaim,
  MemoryToRead,
  ExtractionQueue,
  ExtractionRules,
  WaitingMemories,
} from '@zapomni/core/ports';
import type { Metadata, PassageSpan } from '@zapomni/core/model';
import { ZapomniError } from '@zapomni/core/errors';
import type { Database } from '../connection/database.ts';
import type { MemoryRow } from '../memories/memory-rows.ts';
import type { Served } from '../connection/protocol.ts';
import type { Store } from '../store.ts';
import { decodeText } from '../../../shared/text-bytes.ts';
import { workspaceId } from '../workspaces/workspace-rows.ts';

/** What `asked` says of a memory that somebody wants to be read. */
const UNREAD = 1;
const READ_BEFORE = 2;

export function createExtractionQueue(store: Store): Served<ExtractionQueue> {
  const { db } = store;
  return {
    claim: (claim, limit, now, only) => store.write(() => lease(db, claim, { limit, now, only })),
    release: (owner, memoryIds, retryAt) => store.write(() => release(db, owner, memoryIds, retryAt)),
    pending: (workspace, asked) => store.read(() => countUnread(db, workspace, asked)),
    requeue: (workspace, memoryIds, rules) => store.write(() => requeue(db, workspace, { memoryIds, rules })),
    withdraw: (workspace, memoryIds, now) => store.write(() => withdraw(db, { workspace, memoryIds }, now)),
  };
}

/** Nobody holds it any more, whoever did, and what was asked for is void: both were for an old text. */
export function queueReading(
  db: Database,
  memory: number,
  workspace: number,
  unmentioned: readonly number[] = [],
): void {
  db.run(
    `INSERT INTO reading_queue (memory, workspace, lease_until, unmentioned) VALUES (?, ?, 0, ?)
     ON CONFLICT DO UPDATE SET owner = NULL, lease_until = 0, asked = 0, rules = NULL,
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

export function countUnread(db: Database, workspace?: string, asked = false): number {
  const { sql, params } = narrow(db, { ...(workspace === undefined ? {} : { workspace }), asked });
  return db.value<number>(`SELECT count(*) FROM reading_queue WHERE 1 ${sql}`, ...params) ?? 0;
}

/** Of the text: one more than the last version that had another one. */
export function textVersion(db: Database, memory: number): number {
  const sql = 'SELECT max(version) FROM memory_history WHERE memory = ? AND body IS NOT NULL';
  return (db.value<number | null>(sql, memory) ?? 0) + 1;
}

interface Wanted {
  readonly limit: number;
  readonly now: number;
  readonly only: WaitingMemories | undefined;
}

function lease(db: Database, claim: EmbeddingClaim, { limit, now, only }: Wanted): MemoryToRead[] {
  const narrowed = narrow(db, only ?? {});
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

function narrow(
  db: Database,
  { workspace, memoryIds, asked = false }: WaitingMemories,
): { sql: string; params: (string | number)[] } {
  const which = asked ? 'AND asked > 0' : '';
  if (workspace === undefined) return { sql: which, params: [] };
  const id = workspaceId(db, workspace) ?? 0;
  if (!memoryIds) return { sql: `${which} AND workspace = ?`, params: [id] };
  const named = 'SELECT m.id FROM json_each(?) n CROSS JOIN memories m ON m.uuid = n.value';
  return { sql: `${which} AND workspace = ? AND memory IN (${named})`, params: [id, JSON.stringify(memoryIds)] };
}

function readMemories(db: Database, list: string): MemoryToRead[] {
  const rows = db.all<MemoryRow & { name: string; body: Uint8Array; rules: string | null }>(
    `SELECT m.*, w.name, t.body, r.rules FROM json_each(?) q JOIN memories m ON m.id = q.value
     JOIN reading_queue r ON r.memory = m.id JOIN workspaces w ON w.id = m.workspace JOIN memory_texts t ON t.memory = m.id ORDER BY m.id`,
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
    rules: row.rules === null ? null : (JSON.parse(row.rules) as ExtractionRules),
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

interface Asked {
  readonly memoryIds: readonly string[] | undefined;
  readonly rules: ExtractionRules | undefined;
}

function requeue(db: Database, workspace: string, { memoryIds, rules }: Asked): number {
  const id = workspaceId(db, workspace) ?? 0;
  const named = memoryIds && [...new Set(memoryIds)];
  const which = named ? 'AND uuid IN (SELECT value FROM json_each(?))' : '';
  const params = named ? [id, JSON.stringify(named)] : [id];
  const count = db.value<number>(`SELECT count(*) FROM memories WHERE workspace = ? ${which}`, ...params) ?? 0;
  if (named && count !== named.length) {
    throw new ZapomniError('NOT_FOUND', 'Not all of the memories exist in this workspace; nothing was queued.');
  }
  db.run(
    `INSERT INTO reading_queue (memory, workspace, lease_until, asked, rules)
     SELECT id, workspace, 0, ${READ_BEFORE}, ? FROM memories WHERE workspace = ? ${which}
     ON CONFLICT DO UPDATE SET asked = max(asked, ${UNREAD}), rules = excluded.rules`,
    rules ? JSON.stringify(rules) : null,
    ...params,
  );
  return count;
}

function withdraw(db: Database, only: WaitingMemories, now: number): void {
  const { sql, params } = narrow(db, only);
  const free = `lease_until <= ? ${sql}`;
  db.run(`DELETE FROM reading_queue WHERE asked = ${READ_BEFORE} AND ${free}`, now, ...params);
  db.run(`UPDATE reading_queue SET asked = 0, rules = NULL WHERE ${free}`, now, ...params);
}
