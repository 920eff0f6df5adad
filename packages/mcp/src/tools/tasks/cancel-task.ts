import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { taskLine, taskOutput } from '../../fields/task-fields.ts';
import { toTask } from '../../views/index.ts';

export default defineTool({
  name: 'cancel_task',
  title: 'Cancel a task',
  description: 'Stop a background task, wherever it runs. What it did stays; retry_task takes up the rest.',
  input: z.strictObject({ task_id: z.string() }),
  output: z.object({ status: z.enum(['cancelled', 'had_ended']), task: unlisted(taskOutput) }),
  annotations: CHANGES,
  async run({ task_id }, { app }) {
    const { task, cancelled } = await app.work.cancel(task_id);
    return { status: cancelled ? ('cancelled' as const) : ('had_ended' as const), task: toTask(task) };
  },
  text: ({ status, task }) => `${status === 'cancelled' ? 'Stopping' : 'It had ended already'}: ${taskLine(task)}`,
});
