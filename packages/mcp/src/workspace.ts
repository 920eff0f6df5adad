/** Whose workspace a call means: the one it names, else the session's, else the configured one. */
import { checkWorkspaceId, type App } from '@zapomni/core';
import type { Session } from '@zapomni/server';
import { z } from 'zod';

const CURRENT = 'workspace';

interface Caller {
  readonly app: App;
  readonly session: Session;
}

export const workspaceId = z.string();

export function currentWorkspace({ app, session }: Caller): string {
  const chosen = session.state.get(CURRENT);
  return typeof chosen === 'string' ? chosen : app.defaultWorkspace;
}

export function setCurrentWorkspace(session: Session, id: string): void {
  session.state.set(CURRENT, checkWorkspaceId(id));
}

/** For adding: a workspace comes into being on first use. */
export function workspaceToFill(caller: Caller, named: string | undefined): string {
  return named === undefined ? currentWorkspace(caller) : checkWorkspaceId(named);
}

/** For everything else: a workspace that was named must exist, so that a slip of the pen is not an empty answer. */
export async function workspaceToUse(caller: Caller, named: string | undefined): Promise<string> {
  if (named === undefined) return currentWorkspace(caller);
  return (await caller.app.workspaces.find(named)).id;
}

/** One workspace, or several to be searched together. */
export const workspaceIds = z
  .union([workspaceId, z.array(workspaceId)])
  .meta({ type: ['string', 'array'], anyOf: undefined });

/** The same as `workspaceToUse` for any number, each once; an empty list names none. */
export async function workspacesToUse(
  caller: Caller,
  named: string | readonly string[] | undefined,
): Promise<string[]> {
  const ids = [...new Set([named ?? []].flat())];
  if (ids.length === 0) return [currentWorkspace(caller)];
  return Promise.all(ids.map((id) => workspaceToUse(caller, id)));
}
