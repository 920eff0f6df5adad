/** Workspaces as clients and `--json` show them. */
import type { WorkspaceSummary } from '@zapomni/core/model';
import { iso } from './values.ts';

export function toWorkspaces(workspaces: readonly WorkspaceSummary[], current: string) {
  return { current, workspaces: workspaces.map(toWorkspace) };
}

/** One that nothing was ever put into has not been made yet. */
function toWorkspace({ id, name, description, createdAt, memories, passages }: WorkspaceSummary) {
  const created = createdAt === 0 ? {} : { created_at: iso(createdAt) };
  return { workspace_id: id, name, description, memories, chunks: passages, ...created };
}

export function toCreatedWorkspace({ id, name }: Pick<WorkspaceSummary, 'id' | 'name'>) {
  return { status: 'created' as const, workspace_id: id, name };
}
