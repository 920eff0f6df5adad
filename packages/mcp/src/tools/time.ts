// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import getChanges from './time/get-changes.ts';
import getSnapshot from './time/get-snapshot.ts';
import getTimeline from './time/get-timeline.ts';

export default [getChanges, getSnapshot, getTimeline] satisfies readonly ZapomniTool[];
