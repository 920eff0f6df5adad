import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { TASK_STATES, taskLine, taskOutput } from '../../fields/task-fields.ts';
import { toTasks } from '../../views/index.ts';

export default defineTool({
  name: 'list_tasks',
  title: 'List tasks',
  description: 'Background tasks: those that run, those that wait, those that ended lately.',
  input: z.strictObject({
    state: z.enum(TASK_STATES).optional(),
    name: z.string().optional(),
    limit: z.number().int().min(1).max(100).default(20),
    cursor: z.string().optional(),
  }),
  output: z.object({
    count: z.number().int(),
    tasks: z.array(taskOutput),
    next_cursor: unlisted(z.string().optional()),
  }),
  annotations: READS,
  async run({ state, ...request }, { app }) {
    return toTasks(await app.work.list({ ...request, ...(state ? { states: [state] } : {}) }));
  },
  text: ({ count, tasks }) =>
    count === 0
      ? 'No background task runs, waits or ended lately.'
      : tasks.map((task) => `- ${taskLine(task)}`).join('\n'),
});
