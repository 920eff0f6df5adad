/** Whose workspace a call means: the one it names, else the session's, else that of the client's project, else the configured one. */
import { checkWorkspaceId, type App } from '@zapomni/core';
import type { Middleware, Session } from '@zapomni/server';
import { z } from 'zod';
import { FOLDER_META } from './identity.ts';

const CURRENT = 'workspace';
const FOLDER = 'folder';
const PROJECT = 'project';
const LOOKING = 'looking for the project';

interface Caller {
  readonly app: App;
  readonly session: Session;
}

export const workspaceId = z.string();

export function currentWorkspace({ app, session }: Caller): string {
  const chosen = session.state.get(CURRENT);
  return typeof chosen === 'string' ? chosen : (projectWorkspace({ session }) ?? app.defaultWorkspace);
}

function projectWorkspace({ session: { state } }: Pick<Caller, 'session'>): string | undefined {
  return state.get(PROJECT) as string | undefined;
}

/** Notes where a client works, and so which workspace it means. Looked up once for a session: a client stays where it was started. */
export function noteFolder(app: App): Middleware {
  return async (call, next) => {
    const folder = (call.params['_meta'] as Record<string, unknown> | undefined)?.[FOLDER_META];
    const { state } = call.context.session;
    if (typeof folder === 'string' && state.get(FOLDER) !== folder) {
      state.set(FOLDER, folder);
      state.set(LOOKING, lookUp(app, folder, state));
    }
    // Calls that come at the same time all mean the project, not only the first.
    if (state.has(LOOKING)) await state.get(LOOKING);
    return next(call);
  };
}

async function lookUp(app: App, folder: string, state: Session['state']): Promise<void> {
  state.set(PROJECT, (await app.recall.project(folder))?.workspace);
}

/** The current one and, in a project, the one that is the user's everywhere. */
function currentWorkspaces(caller: Caller): string[] {
  const isProject = !caller.session.state.has(CURRENT) && projectWorkspace(caller) !== undefined;
  return isProject ? [...new Set([currentWorkspace(caller), caller.app.defaultWorkspace])] : [currentWorkspace(caller)];
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
  if (ids.length === 0) return currentWorkspaces(caller);
  return Promise.all(ids.map((id) => workspaceToUse(caller, id)));
}
