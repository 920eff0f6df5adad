/** Workspaces: separate stores within the store. A workspace comes into being when something is first put into it. */
import { ZapomniError, invalidField } from '../../errors/index.ts';
import { DEFAULT_WORKSPACE, RESERVED_WORKSPACES, WORKSPACE_PATTERN, type WorkspaceSummary } from '../../model/index.ts';
import type { DeletionReceipt } from '../../ports/index.ts';
import { isCodeWorkspace } from '../code/store/code-workspace.ts';
import { withCodeOf } from '../code/store/forget-code.ts';
import type { Deps } from '../deps.ts';

/** A usable name, or INVALID_INPUT that says what one looks like. */
export function checkWorkspaceId(id: string, field = 'workspace_id'): string {
  if (!WORKSPACE_PATTERN.test(id)) {
    throw invalidField(field, 'must be 1–63 characters of a–z, 0–9, - and _, beginning with a letter or digit');
  }
  if (RESERVED_WORKSPACES.includes(id)) throw invalidField(field, `'${id}' is reserved`, 'Choose another name.');
  return id;
}

export async function createWorkspace(
  deps: Deps,
  draft: { id: string; name?: string | undefined; description?: string | undefined },
): Promise<WorkspaceSummary> {
  const id = checkWorkspaceId(draft.id);
  checkLength('name', draft.name ?? id, 1, 255);
  checkLength('description', draft.description ?? '', 0, 1000);
  await deps.storage.workspaces.create({
    id,
    name: draft.name ?? id,
    description: draft.description ?? '',
    createdAt: deps.clock.now(),
  });
  deps.logger.log('info', 'workspace_created', { workspace: id });
  return findWorkspace(deps, id);
}

/** Every workspace but those that code lies in; the default one is there even before anything was put into it. */
export async function listWorkspaces(deps: Deps): Promise<WorkspaceSummary[]> {
  const stored = (await deps.storage.workspaces.list()).filter(({ id }) => !isCodeWorkspace(id));
  return stored.some(({ id }) => id === DEFAULT_WORKSPACE) ? stored : [unusedWorkspace(DEFAULT_WORKSPACE), ...stored];
}

export async function findWorkspace(deps: Deps, id: string): Promise<WorkspaceSummary> {
  const found = await deps.storage.workspaces.get(checkWorkspaceId(id));
  if (found) return found;
  if (id === DEFAULT_WORKSPACE) return unusedWorkspace(id);
  throw new ZapomniError('NOT_FOUND', `workspace_id: there is no workspace '${id}'.`, {
    hint: 'list_workspaces shows those that exist; add_memory makes a new one on first use.',
    issues: [{ field: 'workspace_id', error: 'not found' }],
  });
}

export async function deleteWorkspace(deps: Deps, id: string): Promise<DeletionReceipt> {
  if (checkWorkspaceId(id) === DEFAULT_WORKSPACE) {
    throw new ZapomniError('FORBIDDEN', "The workspace 'default' cannot be deleted.", {
      hint: 'clear_all empties it.',
    });
  }
  const removal = () => deps.storage.workspaces.remove(id, deps.clock.now());
  const receipt = await withCodeOf(deps, id, removal);
  deps.logger.log('info', 'workspace_deleted', { workspace: id, memories: receipt.memories });
  return receipt;
}

function checkLength(field: string, text: string, min: number, max: number): void {
  if (text.length < min || text.length > max) throw invalidField(field, `must have ${min}–${max} characters`);
  if (!text.isWellFormed()) throw invalidField(field, 'holds half of a surrogate pair');
}

function unusedWorkspace(id: string): WorkspaceSummary {
  return { id, name: id, description: '', createdAt: 0, memories: 0, passages: 0 };
}
