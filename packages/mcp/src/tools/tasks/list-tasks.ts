import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { taskLine, taskOutput } from '../../fields/task-fields.ts';
import { toTask } from '../../views/index.ts';

export default defineTool({
  name: 'list_tasks',
  title: 'List tasks',
  description: 'Background tasks of this server: those that run first, then those that ended lately.',
  input: z.strictObject({}),
  output: z.object({ count: z.number().int(), tasks: z.array(taskOutput) }),
  annotations: READS,
  async run(_input, { app }) {
    const tasks = app.work.list().map(toTask);
    return { count: tasks.length, tasks };
  },
  text: ({ count, tasks }) =>
    count === 0 ? 'No background task runs or ended lately.' : tasks.map((task) => `- ${taskLine(task)}`).join('\n'),
});
