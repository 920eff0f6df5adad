/** Records in the place of those with their names. Runs inside the caller's transaction. */
import {
  nameKey,
  type AssertionRecord,
  type EntityRecord,
  type MergeRecord,
  type TombstoneRecord,
  type TransferRecord,
  type WorkspaceRecord,
} from '@zapomni/core/model';
import type { Database } from '../connection/database.ts';
import { writeMeta } from '../schema/format.ts';
import { setMerge } from '../graph/merges.ts';
import { setAssertedForms } from '../graph/names.ts';
import { toSettingKey } from '../setting-store.ts';
import { ensureWorkspace } from '../workspaces/workspace-rows.ts';
import { writeCollectionRecord } from './collection-records.ts';
import { ensureEntity } from './ensure-entity.ts';
import { dropAssertion, findRelation, insertPieces, settleAll } from './evidence-states.ts';
import { writeMemory } from './write-memory.ts';

export function writeRecords(db: Database, records: readonly TransferRecord[]): void {
  const relations = records.flatMap((record) => writeRecord(db, record));
  settleAll(db, relations);
}

/** Answers with relations whose sums have to be made anew. */
function writeRecord(db: Database, record: TransferRecord): number[] {
  switch (record.kind) {
    case 'setting':
      writeMeta(db, toSettingKey(record.name), record.value);
      return [];
    case 'workspace':
      writeWorkspace(db, record);
      return [];
    case 'tombstone':
      writeTombstone(db, record);
      return [];
    case 'entity':
      writeEntity(db, record);
      return [];
    case 'merge':
      writeMerge(db, record);
      return [];
    case 'memory':
      return writeMemory(db, record);
    case 'assertion':
      return writeAssertion(db, record);
    case 'record':
      writeCollectionRecord(db, record);
      return [];
  }
}

function writeWorkspace(db: Database, { workspace, name, description, createdAt }: WorkspaceRecord): void {
  const id = ensureWorkspace(db, workspace, createdAt);
  const sql = 'UPDATE workspaces SET title = ?, description = ?, created_at = ? WHERE id = ?';
  db.run(sql, name, description, createdAt, id);
}

/** Tombstones are looked for by their memory only here. */
export function indexTombstones(db: Database): void {
  db.exec('CREATE INDEX IF NOT EXISTS tombstones_by_memory ON tombstones (uuid)');
}

function writeTombstone(db: Database, { workspace, id, hash, removedAt }: TombstoneRecord): void {
  indexTombstones(db);
  db.run(
    `INSERT INTO tombstones (uuid, workspace, hash, removed_at) SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS
       (SELECT 1 FROM tombstones WHERE uuid = ?1 AND workspace = ?2 AND hash = ?3 AND removed_at = ?4)`,
    id,
    workspace,
    hash,
    removedAt,
  );
}

function writeEntity(db: Database, record: EntityRecord): void {
  const { type, name, createdAt } = record;
  const workspace = ensureWorkspace(db, record.workspace, createdAt);
  const id = ensureEntity(db, workspace, record.id);
  db.run(
    'UPDATE entities SET type = ?, name = ?, key = ?, asserted = ?, created_at = ? WHERE id = ?',
    type,
    name,
    nameKey(name, type),
    record.asserted ? 1 : 0,
    createdAt,
    id,
  );
  setAssertedForms(db, workspace, { id, name, type }, record.aliases);
}

function writeMerge(db: Database, { workspace, into, from, at }: MergeRecord): void {
  const id = ensureWorkspace(db, workspace, at);
  setMerge(db, id, { into: ensureEntity(db, id, into), from: ensureEntity(db, id, from) }, at);
}

function writeAssertion(db: Database, record: AssertionRecord): number[] {
  const { workspace, source, type, target, evidence } = record;
  const known = findRelation(db, [workspace, source, type, target]);
  if (known !== undefined) dropAssertion(db, known);
  const owner = { workspace: ensureWorkspace(db, workspace, evidence[0]?.recordedAt ?? 0), memory: null };
  return [...insertPieces(db, owner, evidence), ...(known === undefined ? [] : [known])];
}
