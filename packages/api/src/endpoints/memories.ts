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

const moveMemories = defineEndpoint({
  method: 'POST',
  path: '/api/moves',
  scope: 'write',
  summary: 'Memories into another workspace, under new ids; what they said before does not go with them',
  input: z.strictObject({
    memory_ids: z.array(z.string()).min(1).max(500),
    to: z.string(),
    workspace_id: z.string().optional(),
  }),
  output: z.object({ to: z.string(), moved: z.array(z.object({ from: z.string(), to: z.string() })) }),
  async run({ memory_ids: ids, to: there, workspace_id: named }, { app }) {
    const workspace = named === undefined ? app.defaultWorkspace : (await app.workspaces.find(named)).id;
    const to = (await app.workspaces.find(there)).id;
    return { to, moved: await app.events.during('move_memories', () => app.memories.move({ workspace, ids, to })) };
  },
});

export const memoryEndpoints = {
  listMemories: fromTool('GET', '/api/memories', listMemories),
  addMemory: fromTool('POST', '/api/memories', addMemory),
  getMemory: fromTool('GET', '/api/memories/{memory_id}', getMemory),
  updateMemory: fromTool('PATCH', '/api/memories/{memory_id}', updateMemory),
  deleteMemory: fromTool('DELETE', '/api/memories/{memory_id}', deleteMemory),
  moveMemories,
  searchMemory: fromTool('GET', '/api/search', searchMemory),
  getContext: fromTool('GET', '/api/context', getContext),
  getStats: stats,
  listWorkspaces: fromTool('GET', '/api/workspaces', listWorkspaces),
};
