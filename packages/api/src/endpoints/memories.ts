import addMemory from '@zapomni/mcp/tools/memory/add-memory';
import deleteMemory from '@zapomni/mcp/tools/memory/delete-memory';
import getContext from '@zapomni/mcp/tools/memory/get-context';
import getMemory from '@zapomni/mcp/tools/memory/get-memory';
import getStats from '@zapomni/mcp/tools/memory/get-stats';
import listMemories from '@zapomni/mcp/tools/memory/list-memories';
import searchMemory from '@zapomni/mcp/tools/memory/search-memory';
import updateMemory from '@zapomni/mcp/tools/memory/update-memory';
import listWorkspaces from '@zapomni/mcp/tools/workspaces/list-workspaces';
import { toStats } from '@zapomni/mcp/views';
import { z } from 'zod';
import { defineEndpoint, fromTool } from '../endpoint.ts';

/** The tool tells of the session's workspace; a page has no session and says which. */
const stats = defineEndpoint({
  ...fromTool('GET', '/api/stats', getStats),
  input: z.strictObject({ workspace_id: z.string().optional() }),
  async run({ workspace_id: named }, { app }) {
    const workspace = named === undefined ? app.defaultWorkspace : (await app.workspaces.find(named)).id;
    return toStats(await app.store.stats(workspace));
  },
});

export const memoryEndpoints = {
  listMemories: fromTool('GET', '/api/memories', listMemories),
  addMemory: fromTool('POST', '/api/memories', addMemory),
  getMemory: fromTool('GET', '/api/memories/{memory_id}', getMemory),
  updateMemory: fromTool('PATCH', '/api/memories/{memory_id}', updateMemory),
  deleteMemory: fromTool('DELETE', '/api/memories/{memory_id}', deleteMemory),
  searchMemory: fromTool('GET', '/api/search', searchMemory),
  getContext: fromTool('GET', '/api/context', getContext),
  getStats: stats,
  listWorkspaces: fromTool('GET', '/api/workspaces', listWorkspaces),
};
