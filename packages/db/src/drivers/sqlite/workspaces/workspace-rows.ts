/** Rows of workspaces, and their counts. */
import type { Workspace } from '@zapomni/core/model';
import type { Database } from '../connection/database.ts';

/** The table's id of the workspace, which is made if it does not exist. */
export function ensureWorkspace(db: Database, id: string, at: number): number {
  const known = workspaceId(db, id);
  if (known !== undefined) return known;
  return insertWorkspace(db, { id, name: id, description: '', createdAt: at }).lastId;
}

export function workspaceId(db: Database, id: string): number | undefined {
  return db.value<number>('SELECT id FROM workspaces WHERE name = ?', id);
}

export function insertWorkspace(db: Database, workspace: Workspace): { changes: number; lastId: number } {
  return db.run(
    'INSERT INTO workspaces (name, title, description, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    workspace.id,
    workspace.name,
    workspace.description,
    workspace.createdAt,
  );
}

export interface CountChange {
  readonly memories?: number;
  readonly passages?: number;
  readonly superseded?: number;
}

export function adjustCounts(db: Database, workspace: number, change: CountChange): void {
  const { memories = 0, passages = 0, superseded = 0 } = change;
  const sql = `UPDATE workspaces SET memories = memories + ?, passages = passages + ?, superseded = superseded + ?
               WHERE id = ?`;
  db.run(sql, memories, passages, superseded, workspace);
}
