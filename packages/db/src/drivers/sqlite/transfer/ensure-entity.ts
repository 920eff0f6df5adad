import type { Database } from '../connection/database.ts';

/** The entity's row. One that is not there yet is made of its id alone: its record says more. */
export function ensureEntity(db: Database, workspace: number, uid: string): number {
  const known = findEntity(db, workspace, uid);
  if (known !== undefined) return known;
  const at = uid.indexOf(':');
  return db.run(
    'INSERT INTO entities (workspace, uid, type, name, key, asserted, created_at) VALUES (?, ?, ?, ?, ?, 0, 0)',
    workspace,
    uid,
    uid.slice(0, Math.max(at, 0)),
    uid.slice(at + 1),
    uid.slice(at + 1),
  ).lastId;
}

export function findEntity(db: Database, workspace: number, uid: string): number | undefined {
  return db.value<number>('SELECT id FROM entities WHERE workspace = ? AND uid = ?', workspace, uid);
}
