/** Workspaces, with counts that every change to their memories keeps in step. */
import { changeToWorkspace, type Workspace, type WorkspaceSummary } from '@zapomni/core/model';
import type { WorkspaceStore } from '@zapomni/core/ports';
import { ZapomniError } from '@zapomni/core/errors';
import { logChanges, writeLogged } from '../change-log.ts';
import type { Database } from '../connection/database.ts';
import type { Served } from '../connection/protocol.ts';
import { clearWorkspace, erase } from '../memories/removal.ts';
import type { Store } from '../store.ts';
import { insertWorkspace } from './workspace-rows.ts';

export function createWorkspaces(store: Store): Served<WorkspaceStore> {
  const { db } = store;
  return {
    create: (workspace) =>
      writeLogged(
        store,
        () => createWorkspace(db, workspace),
        () => changeToWorkspace('workspace.created', workspace.id),
      ),
    get: (id) => store.read(() => findSummary(db, id)),
    list: () => store.read(() => db.all<SummaryRow>(`${SUMMARY} ORDER BY name`).map(toSummary)),
    remove: (id, at) =>
      erase(store, () => {
        const receipt = clearWorkspace(db, id, at);
        const { changes } = db.run('DELETE FROM workspaces WHERE name = ?', id);
        if (changes === 0) throw new ZapomniError('NOT_FOUND', 'The workspace does not exist.');
        logChanges(store, changeToWorkspace('workspace.removed', id));
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
  const { changes } = insertWorkspace(db, workspace);
  if (changes === 0) throw new ZapomniError('CONFLICT', 'A workspace with this id exists already.');
}

function findSummary(db: Database, id: string): WorkspaceSummary | null {
  const row = db.get<SummaryRow>(`${SUMMARY} WHERE name = ?`, id);
  return row ? toSummary(row) : null;
}
