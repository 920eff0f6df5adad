import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { taskLine, taskOutput } from '../../fields/task-fields.ts';
import { toTask } from '../../views/index.ts';

export default defineTool({
  name: 'get_task_status',
  title: 'Task status',
  description: 'How far a background task is, by the id that the tool which started it gave.',
  input: z.strictObject({ task_id: z.string() }),
  output: taskOutput,
  annotations: READS,
  async run({ task_id }, { app }) {
    return toTask(app.work.get(task_id));
  },
  text: taskLine,
});
