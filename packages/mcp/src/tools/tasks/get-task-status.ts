import type { WorkItem } from '@zapomni/core/ports';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { taskLine, taskOutput } from '../../fields/task-fields.ts';
import { resultLines } from '../../lines/result-lines.ts';
import { toTask } from '../../views/index.ts';

export default defineTool({
  name: 'get_task_status',
  title: 'Task status',
  description: 'How far a background task is, by the id that the tool which started it gave.',
  input: z.strictObject({
    task_id: z.string(),
    wait_seconds: z.number().min(0).max(20).default(0).describe('Wait so long for it to end.'),
  }),
  output: taskOutput,
  annotations: READS,
  async run({ task_id, wait_seconds }, { app, signal, progress }) {
    const onProgress = ({ progress: { done, total, message } }: WorkItem): void =>
      progress(done, total > 0 ? total : undefined, message);
    return toTask(await app.work.follow(task_id, { waitMs: wait_seconds * 1000, onProgress, signal }));
  },
  text: (task) => [taskLine(task), ...resultLines(task.result)].join('\n'),
});
