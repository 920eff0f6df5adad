import { invalidField } from '@zapomni/core/errors';
import { z } from 'zod';
import { GATHERS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { taskLine, taskOutput } from '../../fields/task-fields.ts';
import { toTask } from '../../views/index.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

export default defineTool({
  name: 'batch_process_pdfs',
  title: 'Add many papers',
  description:
    'Add the PDFs of a folder, or a list of files, URLs and ids, to the library in the background; get_task_status reports on each.',
  input: z.strictObject({
    directory_path: z.string().optional().describe('Absolute, below a folder that may be read.'),
    sources: z.array(z.string()).max(1000).default([]).describe('Paths, URLs, DOIs, arXiv ids …'),
    max_files: z.number().int().min(1).max(100).default(10),
    skip_existing: z.boolean().default(true),
    tags: z.array(z.string()).default([]),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ status: z.string(), files: unlisted(z.number().int()), task: taskOutput.optional() }),
  fieldNames: { path: 'directory_path' },
  annotations: GATHERS,
  async run({ directory_path: folder, sources, max_files, skip_existing, tags, workspace_id }, context) {
    const workspace = workspaceToFill(context, workspace_id);
    const asker = { client: context.caller.subject, signal: context.signal };
    const { adding } = context.app.research;
    const files = folder === undefined ? [] : await adding.filesIn(folder, max_files, asker);
    if (folder === undefined && sources.length === 0) throw invalidField('directory_path', 'give a folder or sources');
    if (files.length + sources.length === 0) return { status: 'nothing_to_do', files: 0 };
    const client = context.caller.subject;
    const task = await adding.start({ workspace, client, files, sources, skipExisting: skip_existing, tags });
    return { status: 'started', files: files.length, task: toTask(task) };
  },
  text: ({ task, files }) =>
    task
      ? `Adding papers in the background (${files} files of the folder).\n${taskLine(task)}`
      : 'There is no PDF in the folder.',
});
