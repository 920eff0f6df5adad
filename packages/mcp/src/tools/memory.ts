// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import addMemory from './memory/add-memory.ts';
import clearAll from './memory/clear-all.ts';
import deleteMemory from './memory/delete-memory.ts';
import getContext from './memory/get-context.ts';
import getMemory from './memory/get-memory.ts';
import getStats from './memory/get-stats.ts';
import listMemories from './memory/list-memories.ts';
import searchMemory from './memory/search-memory.ts';
import updateMemory from './memory/update-memory.ts';

export default [
  addMemory,
  clearAll,
  deleteMemory,
  getContext,
  getMemory,
  getStats,
  listMemories,
  searchMemory,
  updateMemory,
] satisfies readonly ZapomniTool[];
