import { ZapomniError } from '@zapomni/core/errors';
import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { taskLine, taskOutput } from '../../fields/task-fields.ts';
import { toTask } from '../../views/index.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

const patterns = z.array(z.string().min(1).max(500)).max(100).optional();

export default defineTool({
  name: 'add_folder',
  title: 'Read a folder',
  description:
    'Read all documents of a folder in the background: new, changed, moved and vanished ones. .gitignore and the like count. get_task_status says how far it is.',
  input: z.strictObject({
    path: z.string().describe('Absolute, below a folder that may be read.'),
    include: patterns.describe('Only these, such as *.md or /docs/.'),
    exclude: patterns,
    ignore_files: z.boolean().optional(),
    watch: z
      .boolean()
      .optional()
      .describe('true: follow what changes in it, also after a restart. false: end that, and read nothing.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.enum(['started', 'unwatched']),
    watched: unlisted(z.boolean()),
    task: taskOutput.optional(),
  }),
  annotations: CHANGES,
  async run({ path: folder, include, exclude, ignore_files: ignoreFiles, watch, workspace_id }, context) {
    const workspace = workspaceToFill(context, workspace_id);
    const { documents } = context.app;
    if (watch === false) {
      if (await documents.unwatchFolder(workspace, folder)) return { status: 'unwatched' as const, watched: false };
      throw notWatched();
    }
    const request = { workspace, folder, include, exclude, ignoreFiles, watch, client: context.caller.subject };
    const task = toTask(await documents.startFolder(request));
    return { status: 'started' as const, watched: watch ?? false, task };
  },
  text: ({ watched, task }) =>
    task
      ? `Reading the folder in the background${watched ? ', and following it from then on' : ''}.\n${taskLine(task)}\nget_task_status says how far it is, and what failed and why.`
      : 'The folder is not watched any more. What was read of it stays.',
});

function notWatched(): ZapomniError {
  return new ZapomniError('NOT_FOUND', 'path: this folder is not watched.', {
    hint: 'list_documents shows those that are.',
    issues: [{ field: 'path', error: 'is not watched' }],
  });
}
