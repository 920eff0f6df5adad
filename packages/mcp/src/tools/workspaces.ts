// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import createWorkspace from './workspaces/create-workspace.ts';
import deleteWorkspace from './workspaces/delete-workspace.ts';
import getCurrentWorkspace from './workspaces/get-current-workspace.ts';
import listWorkspaces from './workspaces/list-workspaces.ts';
import setCurrentWorkspace from './workspaces/set-current-workspace.ts';

export default [
  createWorkspace,
  deleteWorkspace,
  getCurrentWorkspace,
  listWorkspaces,
  setCurrentWorkspace,
] satisfies readonly ZapomniTool[];
