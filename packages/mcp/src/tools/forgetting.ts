// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import purgeMemory from './forgetting/purge-memory.ts';

export default [purgeMemory] satisfies readonly ZapomniTool[];
