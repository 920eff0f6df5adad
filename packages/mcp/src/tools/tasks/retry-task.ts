import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { taskLine, taskOutput } from '../../fields/task-fields.ts';
import { toTask } from '../../views/index.ts';

export default defineTool({
  name: 'retry_task',
  title: 'Retry a task',
  description: 'Begin a background task anew that failed or was cancelled.',
  input: z.strictObject({ task_id: z.string() }),
  output: z.object({ task: unlisted(taskOutput) }),
  annotations: CHANGES,
  async run({ task_id }, { app }) {
    return { task: toTask(await app.work.retry(task_id)) };
  },
  text: ({ task }) => `Begun anew: ${taskLine(task)}`,
});
