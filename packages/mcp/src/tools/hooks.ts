// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import hookBrief from './hooks/hook-brief.ts';
import hookRecall from './hooks/hook-recall.ts';
import hookTurn from './hooks/hook-turn.ts';

export default [hookBrief, hookRecall, hookTurn] satisfies readonly ZapomniTool[];
