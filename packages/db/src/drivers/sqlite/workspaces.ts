/** Workspaces, with counts that every change to their memories keeps in step. */
import type { Workspace, WorkspaceSummary } from '@zapomni/core/model';
import type { WorkspaceStore } from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';
import { logWorkspaceChange } from './change-log.ts';
import type { Database } from './database.ts';
import type { Served } from './protocol.ts';
import { clearWorkspace, erase } from './removal.ts';
import type { Store } from './store.ts';

export function createWorkspaces(store: Store): Served<WorkspaceStore> {
  const { db } = store;
  return {
    create: (workspace) => store.write(() => createWorkspace(db, workspace)),
    get: (id) => store.read(() => findSummary(db, id)),
    list: () => store.read(() => db.all<SummaryRow>(`${SUMMARY} ORDER BY name`).map(toSummary)),
    remove: (id, at) =>
      erase(store, () => {
        const receipt = clearWorkspace(db, id, at);
        const { changes } = db.run('DELETE FROM workspaces WHERE name = ?', id);
        if (changes === 0) throw new ZapomniError('NOT_FOUND', 'The workspace does not exist.');
        logWorkspaceChange(db, id);
        return receipt;
      }),
  };
}

const SUMMARY = 'SELECT name, title, description, created_at, memories, passages FROM workspaces';

interface SummaryRow {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly created_at: number;
  readonly memories: number;
  readonly passages: number;
}

function toSummary(row: SummaryRow): WorkspaceSummary {
  const { name: id, title: name, description, created_at: createdAt, memories, passages } = row;
  return { id, name, description, createdAt, memories, passages };
}

function createWorkspace(db: Database, workspace: Workspace): void {
  const { changes } = insert(db, workspace);
  if (changes === 0) throw new ZapomniError('CONFLICT', 'A workspace with this id exists already.');
  logWorkspaceChange(db, workspace.id);
}

function findSummary(db: Database, id: string): WorkspaceSummary | null {
  const row = db.get<SummaryRow>(`${SUMMARY} WHERE name = ?`, id);
  return row ? toSummary(row) : null;
}

/** The table's id of the workspace, which is made if it does not exist. */
export function ensureWorkspace(db: Database, id: string, at: number): number {
  const known = workspaceId(db, id);
  if (known !== undefined) return known;
  return insert(db, { id, name: id, description: '', createdAt: at }).lastId;
}

export function workspaceId(db: Database, id: string): number | undefined {
  return db.value<number>('SELECT id FROM workspaces WHERE name = ?', id);
}

function insert(db: Database, workspace: Workspace): { changes: number; lastId: number } {
  return db.run(
    'INSERT INTO workspaces (name, title, description, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    workspace.id,
    workspace.name,
    workspace.description,
    workspace.createdAt,
  );
}

export interface CountChange {
  readonly memories: number;
  readonly passages: number;
}

export function adjustCounts(db: Database, workspace: number, change: CountChange): void {
  db.run(
    'UPDATE workspaces SET memories = memories + ?, passages = passages + ? WHERE id = ?',
    change.memories,
    change.passages,
    workspace,
  );
}
