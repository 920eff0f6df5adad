import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { taskLine, taskOutput } from '../../fields/task-fields.ts';
import { toTask } from '../../views/index.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

const patterns = z.array(z.string().min(1).max(500)).max(100).optional();

export default defineTool({
  name: 'add_folder',
  title: 'Read a folder',
  description:
    'Read all documents of a folder in the background: new and changed ones, moved and vanished ones told apart. .gitignore and the like count. get_task_status says how far it is.',
  input: z.strictObject({
    path: z.string().describe('Absolute, below a folder that may be read.'),
    include: patterns.describe('Only these, such as *.md or /docs/.'),
    exclude: patterns,
    ignore_files: z.boolean().optional(),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ status: z.literal('started'), task: taskOutput }),
  annotations: CHANGES,
  async run({ path: folder, include, exclude, ignore_files: ignoreFiles, workspace_id }, context) {
    const workspace = workspaceToFill(context, workspace_id);
    const request = { workspace, folder, include, exclude, ignoreFiles, client: context.caller.subject };
    return { status: 'started' as const, task: toTask(await context.app.documents.startFolder(request)) };
  },
  text: ({ task }) =>
    `Reading the folder in the background.\n${taskLine(task)}\nget_task_status says how far it is, and what failed and why.`,
});
