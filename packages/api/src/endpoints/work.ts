import cancelTask from '@zapomni/mcp/tools/tasks/cancel-task';
import getTaskStatus from '@zapomni/mcp/tools/tasks/get-task-status';
import listTasks from '@zapomni/mcp/tools/tasks/list-tasks';
import retryTask from '@zapomni/mcp/tools/tasks/retry-task';
import { fromTool } from '../endpoint.ts';

export const workEndpoints = {
  listTasks: fromTool('GET', '/api/tasks', listTasks),
  getTask: fromTool('GET', '/api/tasks/{task_id}', getTaskStatus),
  cancelTask: fromTool('POST', '/api/tasks/{task_id}/cancel', cancelTask),
  retryTask: fromTool('POST', '/api/tasks/{task_id}/retry', retryTask),
};
