// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import hookBrief from './hooks/hook-brief.ts';
import hookRecall from './hooks/hook-recall.ts';

export default [hookBrief, hookRecall] satisfies readonly ZapomniTool[];
