import addMemory from '@zapomni/mcp/tools/memory/add-memory';
import deleteMemory from '@zapomni/mcp/tools/memory/delete-memory';
import getContext from '@zapomni/mcp/tools/memory/get-context';
import getMemory from '@zapomni/mcp/tools/memory/get-memory';
import getStats from '@zapomni/mcp/tools/memory/get-stats';
import listMemories from '@zapomni/mcp/tools/memory/list-memories';
import searchMemory from '@zapomni/mcp/tools/memory/search-memory';
import updateMemory from '@zapomni/mcp/tools/memory/update-memory';
import listWorkspaces from '@zapomni/mcp/tools/workspaces/list-workspaces';
import { fromTool } from '../endpoint.ts';

export const memoryEndpoints = {
  listMemories: fromTool('GET', '/api/memories', listMemories),
  addMemory: fromTool('POST', '/api/memories', addMemory),
  getMemory: fromTool('GET', '/api/memories/{memory_id}', getMemory),
  updateMemory: fromTool('PATCH', '/api/memories/{memory_id}', updateMemory),
  deleteMemory: fromTool('DELETE', '/api/memories/{memory_id}', deleteMemory),
  searchMemory: fromTool('GET', '/api/search', searchMemory),
  getContext: fromTool('GET', '/api/context', getContext),
  getStats: fromTool('GET', '/api/stats', getStats),
  listWorkspaces: fromTool('GET', '/api/workspaces', listWorkspaces),
};
