/** How a memory comes to be, changes, and is replaced. Every function runs inside the caller's transaction. */
import type { EmbeddingClaim, MemoryPatch, NewMemory, Stored } from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';
import type { Metadata } from '@zapomni/core/model';
import type { Database } from '../connection/database.ts';
import { closeInGraph, forgetReading } from '../graph/graph-removal.ts';
import { queueReading } from '../extraction/extraction-queue.ts';
import { findRow, keepVersion, type MemoryRow } from './memory-rows.ts';
import { addPassages, closePassages, dropPassages, passageIdsOf } from './passages.ts';
import { isReplaceableBySame, sameness } from '../../../shared/same-memory.ts';
import { encodeText, previewOf } from '../../../shared/text-bytes.ts';
import { adjustCounts, ensureWorkspace } from '../workspaces/workspace-rows.ts';

export function addMemory(db: Database, memory: NewMemory, at: number, claim?: EmbeddingClaim): Stored {
  const workspace = ensureWorkspace(db, memory.workspace, at);
  const known = findKnown(db, workspace, memory);
  if (known) return { id: known.uuid, status: 'duplicate', passageIds: passageIdsOf(db, known.id) };
  if (memory.supersedes !== null) supersede(db, memory, memory.supersedes, at);
  const body = encodeText(memory.text);
  const id = insertRow(db, memory, workspace, { bytes: body.length, at });
  db.run('INSERT INTO memory_texts (memory, body) VALUES (?, ?)', id, body);
  addTags(db, workspace, id, memory.tags);
  const cut = { text: memory.text, byteLength: body.length, passages: memory.passages };
  const passageIds = addPassages(db, { memory: id, workspace, live: true }, cut, claim);
  adjustCounts(db, workspace, { memories: 1, passages: passageIds.length });
  if (memory.unread !== 'never') queueReading(db, id, workspace);
  return { id: memory.id, status: 'stored', passageIds };
}

/** The memory that is there already: under the same key, or saying the same. */
function findKnown(db: Database, workspace: number, memory: NewMemory): { id: number; uuid: string } | undefined {
  const { key } = memory;
  if (key !== null) return db.get('SELECT id, uuid FROM memories WHERE workspace = ? AND key = ?', workspace, key);
  if (!isReplaceableBySame(memory)) return undefined;
  const rows = db.all<MemoryRow>(
    'SELECT * FROM memories WHERE workspace = ? AND hash = ? AND superseded_by IS NULL ORDER BY id',
    workspace,
    memory.hash,
  );
  const wanted = sameness(memory);
  return rows.find((row) => sameness(saidBy(row)) === wanted);
}

function saidBy({ hash, kind, tags, source, metadata, occurred_at }: MemoryRow) {
  const told = { hash, kind, source, occurredAt: occurred_at };
  return { ...told, tags: JSON.parse(tags) as string[], metadata: JSON.parse(metadata) as Metadata };
}

function insertRow(
  db: Database,
  memory: NewMemory,
  workspace: number,
  facts: { readonly bytes: number; readonly at: number },
): number {
  const { at, bytes } = facts;
  return db.run(
    `INSERT INTO memories (uuid, workspace, kind, tags, source, metadata, hash, key, occurred_at, happened_at, created_at,
       updated_at, version, recorded_at, valid_from, supersedes, length, bytes, preview, passage_count)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)`,
    memory.id,
    workspace,
    memory.kind,
    JSON.stringify(memory.tags),
    memory.source,
    JSON.stringify(memory.metadata),
    memory.hash,
    memory.key,
    memory.occurredAt,
    memory.occurredAt ?? at,
    at,
    at,
    at,
    memory.validFrom,
    memory.supersedes,
    memory.text.length,
    bytes,
    previewOf(memory.text),
    memory.passages.length,
  ).lastId;
}

function supersede(db: Database, successor: NewMemory, uuid: string, time: number): void {
  const row = findRow(db, successor.workspace, uuid);
  if (!row) throw new ZapomniError('NOT_FOUND', 'The memory to supersede does not exist in this workspace.');
  if (row.superseded_by !== null) throw new ZapomniError('CONFLICT', 'The memory is superseded already.');
  const at = notBefore(row, time);
  keepVersion(db, row, at, false);
  db.run(
    `UPDATE memories SET valid_to = ?, superseded_by = ?, updated_at = ?, recorded_at = ?, version = version + 1
     WHERE id = ?`,
    successor.validFrom,
    successor.id,
    at,
    at,
    row.id,
  );
  adjustCounts(db, row.workspace, { superseded: 1 });
  closePassages(db, row.id);
  closeInGraph(db, row, successor.validFrom, at);
}

/** Clocks of other processes may lag; a version never ends before it began. */
function notBefore(row: MemoryRow, time: number): number {
  return Math.max(time, row.recorded_at);
}

/** The ids of the new passages; none unless the text changed. */
export function updateMemory(db: Database, row: MemoryRow, patch: MemoryPatch, time: number): number[] {
  const at = notBefore(row, time);
  keepVersion(db, row, at, patch.text !== undefined);
  const occurredAt = patch.occurredAt === undefined ? row.occurred_at : patch.occurredAt;
  db.run(
    `UPDATE memories SET kind = ?, source = ?, metadata = ?, occurred_at = ?, happened_at = ?, updated_at = ?,
       recorded_at = ?, version = version + 1 WHERE id = ?`,
    patch.kind ?? row.kind,
    patch.source ?? row.source,
    patch.metadata ? JSON.stringify(patch.metadata) : row.metadata,
    occurredAt,
    occurredAt ?? row.created_at,
    at,
    at,
    row.id,
  );
  if (patch.tags) replaceTags(db, row, patch.tags);
  return patch.text ? replaceText(db, row, patch.text, at) : [];
}

function replaceTags(db: Database, row: MemoryRow, tags: readonly string[]): void {
  db.run(
    'DELETE FROM memory_tags WHERE workspace = ? AND memory = ? AND tag IN (SELECT value FROM json_each(?))',
    row.workspace,
    row.id,
    row.tags,
  );
  db.run('UPDATE memories SET tags = ? WHERE id = ?', JSON.stringify(tags), row.id);
  addTags(db, row.workspace, row.id, tags);
}

function addTags(db: Database, workspace: number, memory: number, tags: readonly string[]): void {
  if (tags.length === 0) return;
  db.run(
    'INSERT OR IGNORE INTO memory_tags (workspace, tag, memory) SELECT ?, value, ? FROM json_each(?)',
    workspace,
    memory,
    JSON.stringify(tags),
  );
}

function replaceText(db: Database, row: MemoryRow, next: NonNullable<MemoryPatch['text']>, at: number): number[] {
  forgetReading(db, row, at);
  const body = encodeText(next.text);
  dropPassages(db, passageIdsOf(db, row.id));
  db.run('UPDATE memory_texts SET body = ? WHERE memory = ?', body, row.id);
  db.run(
    'UPDATE memories SET hash = ?, length = ?, bytes = ?, preview = ?, passage_count = ? WHERE id = ?',
    next.hash,
    next.text.length,
    body.length,
    previewOf(next.text),
    next.passages.length,
    row.id,
  );
  const owner = { memory: row.id, workspace: row.workspace, live: row.superseded_by === null };
  const passageIds = addPassages(db, owner, { ...next, byteLength: body.length });
  adjustCounts(db, row.workspace, { passages: passageIds.length - row.passage_count });
  return passageIds;
}
