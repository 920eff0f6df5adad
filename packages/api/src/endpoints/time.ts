import getChanges from '@zapomni/mcp/tools/time/get-changes';
import getSnapshot from '@zapomni/mcp/tools/time/get-snapshot';
import getTimeline from '@zapomni/mcp/tools/time/get-timeline';
import { fromTool } from '../endpoint.ts';

export const timeEndpoints = {
  getTimeline: fromTool('GET', '/api/timeline', getTimeline),
  getChanges: fromTool('GET', '/api/changes', getChanges),
  getSnapshot: fromTool('GET', '/api/snapshot', getSnapshot),
};
