/** Records by their keys. */
import type { StoredRecord } from '@zapomni/core/ports';
import type { Database } from '../connection/database.ts';
import { readParent } from '../../../shared/records/parent-name.ts';
import { workspaceId } from '../workspaces/workspace-rows.ts';

export const COLUMNS = 'r.key, r.value, r.version, r.created_at, r.updated_at, r.parent';

/** With its place in the index that was asked, where one was. */
export type Row = readonly [
  key: string,
  value: string,
  version: number,
  createdAt: number,
  updatedAt: number,
  parent: string | null,
  placeValue?: string,
  placeKey?: string,
];

export function toRecord(collection: string, row: Row): StoredRecord {
  const [key, value, version, createdAt, updatedAt, parent] = row;
  return { collection, key, value, version, createdAt, updatedAt, parent: parent === null ? null : readParent(parent) };
}

const SCOPE = `SELECT s.id FROM workspaces w
  CROSS JOIN record_scopes s ON s.workspace = w.id AND s.collection = ?2 AND s.name = '' WHERE w.name = ?1`;
const ONE = `SELECT ${COLUMNS} FROM records r WHERE r.scope = ? AND r.key = ?`;

export function getRecords(
  db: Database,
  workspace: string,
  collection: string,
  keys: readonly string[],
): StoredRecord[] {
  const [scope] = db.row<[number]>(SCOPE, workspace, collection) ?? [];
  if (scope === undefined) return [];
  return keys.flatMap((key) => {
    const row = db.row<Row>(ONE, scope, key);
    return row ? [toRecord(collection, row)] : [];
  });
}

export function listCollections(db: Database, workspace: string): { collection: string; records: number }[] {
  const sql = `SELECT collection, records FROM record_scopes WHERE workspace = ? AND name = '' AND records > 0
               ORDER BY collection`;
  return db.all(sql, workspaceId(db, workspace) ?? 0);
}

export function blobsInUse(db: Database, hashes: readonly string[]): string[] {
  const sql = `SELECT wanted.value AS hash FROM json_each(?) wanted
               WHERE EXISTS (SELECT 1 FROM record_blobs b WHERE b.hash = wanted.value)`;
  return db.all<{ hash: string }>(sql, JSON.stringify(hashes)).map(({ hash }) => hash);
}

export function blobsReferred(db: Database, after: string | null, limit: number): string[] {
  const sql = 'SELECT DISTINCT hash FROM record_blobs WHERE hash > ? ORDER BY hash LIMIT ?';
  return db.all<{ hash: string }>(sql, after ?? '', limit).map(({ hash }) => hash);
}
