/**
 * Records of collections as they are moved: in the place of those with their names, without looking at what they belong
 * to, because that may come after them. Runs inside the caller's transaction.
 */
import { arrangeBlobs, arrangeEntries, type CollectionRecord } from '@zapomni/core/model';
import { checkWrites } from '../../../shared/records/check-records.ts';
import { parentName, readParent } from '../../../shared/records/parent-name.ts';
import type { Database } from '../connection/database.ts';
import {
  takeEntry,
  dropBlobs,
  dropEntry,
  readEntries,
  setBlobs,
  writeEntries,
  type Entry,
} from '../records/index-rows.ts';
import { adjustRecords, findScope, nameOfScope, Scopes } from '../records/scopes.ts';
import { ensureWorkspace, workspaceId } from '../workspaces/workspace-rows.ts';

type Key = readonly string[];

/** Collection and key, of one workspace. */
export function recordKeysAfter(db: Database, workspace: number, after: Key | null, limit: number): Key[] {
  const [first = '', last = ''] = after ?? [];
  const keys: Key[] = [];
  const scopes = `SELECT id, collection FROM record_scopes WHERE workspace = ? AND name = '' AND collection >= ?
                  ORDER BY collection`;
  const sql = 'SELECT key FROM records WHERE scope = ? AND key > ? ORDER BY key LIMIT ?';
  for (const { id, collection } of db.all<{ id: number; collection: string }>(scopes, workspace, first)) {
    const place = collection === first ? last : '';
    for (const [key] of db.rows<[string]>(sql, id, place, limit - keys.length)) keys.push([collection, key]);
    if (keys.length >= limit) break;
  }
  return keys;
}

interface Row {
  readonly id: number;
  readonly scope: number;
  readonly version: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly parent: string | null;
  readonly entries: string | null;
  readonly blobs: string | null;
  readonly value: string;
}

function findRow(db: Database, [workspace = '', collection = '', key = '']: Key): Row | undefined {
  const scope = findScope(db, workspaceId(db, workspace) ?? 0, collection);
  const sql = `SELECT id, scope, version, created_at, updated_at, parent, entries, blobs, value FROM records
               WHERE scope = ? AND key = ?`;
  return scope === undefined ? undefined : db.get<Row>(sql, scope, key);
}

export function readCollectionRecord(db: Database, name: Key): CollectionRecord | undefined {
  const row = findRow(db, name);
  if (!row) return undefined;
  const [workspace = '', collection = '', key = ''] = name;
  const entries = readEntries(row.entries).map(([scope, value, unique]) => ({
    index: nameOfScope(db, scope).index,
    value,
    unique: unique === 1,
  }));
  return {
    kind: 'record',
    workspace,
    collection,
    key,
    value: row.value,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    entries: arrangeEntries(entries),
    parent: row.parent === null ? null : readParent(row.parent),
    blobs: arrangeBlobs(row.blobs === null ? [] : (JSON.parse(row.blobs) as string[])),
  };
}

export function writeCollectionRecord(db: Database, record: CollectionRecord): void {
  checkWrites([{ ...record, op: 'put' }]);
  const { workspace: name, collection, key, parent } = record;
  removeCollectionRecord(db, [name, collection, key]);
  const workspace = ensureWorkspace(db, name, record.createdAt);
  const scopes = new Scopes(db, workspace);
  const entries = arrangeEntries(record.entries).map(({ index, value, unique }): Entry => [
    scopes.of(collection, index),
    value,
    unique ? 1 : 0,
  ]);
  const scope = scopes.of(collection);
  const blobs = record.blobs.length === 0 ? null : JSON.stringify(record.blobs);
  const { lastId } = db.run(
    `INSERT INTO records (workspace, scope, key, version, created_at, updated_at, parent, entries, blobs, value)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    workspace,
    scope,
    key,
    record.version,
    record.createdAt,
    record.updatedAt,
    parent && parentName(parent),
    writeEntries(entries),
    blobs,
    record.value,
  );
  for (const entry of entries) takeEntry(db, entry, { key, id: lastId });
  setBlobs(db, lastId, null, blobs);
  adjustRecords(db, scope, 1);
}

/** It alone: what belongs to it has a name of its own. True when it went. */
export function removeCollectionRecord(db: Database, name: Key): boolean {
  const row = findRow(db, name);
  if (!row) return false;
  for (const entry of readEntries(row.entries)) dropEntry(db, entry, { key: name[2] ?? '', id: row.id });
  if (row.blobs !== null) dropBlobs(db, row.id, row.blobs);
  db.run('DELETE FROM records WHERE id = ?', row.id);
  adjustRecords(db, row.scope, -1);
  return true;
}
