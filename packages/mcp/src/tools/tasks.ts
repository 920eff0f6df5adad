// Written by `npm run gen` from the folders beside it.
import type { ZapomniTool } from '../define-tool.ts';
import cancelTask from './tasks/cancel-task.ts';
import getTaskStatus from './tasks/get-task-status.ts';
import listTasks from './tasks/list-tasks.ts';
import retryTask from './tasks/retry-task.ts';

export default [cancelTask, getTaskStatus, listTasks, retryTask] satisfies readonly ZapomniTool[];
