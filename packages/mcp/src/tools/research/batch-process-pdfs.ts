import { invalidField } from '@zapomni/core/errors';
import { z } from 'zod';
import { GATHERS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { taskLine, taskOutput } from '../../fields/task-fields.ts';
import { toTask } from '../../views/index.ts';
import { toFolderFiles } from '../../views/papers/index.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

export default defineTool({
  name: 'batch_process_pdfs',
  title: 'Add many papers',
  description:
    'Add the PDFs of a folder, or a list of files, URLs and ids, to the library in the background; get_task_status reports on each.',
  input: z.strictObject({
    directory_path: z.string().optional().describe('Absolute, below a folder that may be read.'),
    sources: z.array(z.string()).max(1000).default([]).describe('Paths, URLs, DOIs, arXiv ids …'),
    max_files: z
      .number()
      .int()
      .min(1)
      .max(100)
      .default(10)
      .describe('Of the folder, those first that are not here; call again for more.'),
    skip_existing: z.boolean().default(true),
    tags: z.array(z.string()).default([]),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.string(),
    files: unlisted(z.number().int()),
    files_left: unlisted(z.number().int().optional()),
    left_out: unlisted(z.array(z.object({ file: z.string(), reason: z.string() })).optional()),
    task: taskOutput.optional(),
  }),
  fieldNames: { path: 'directory_path' },
  annotations: GATHERS,
  async run({ directory_path: folder, sources, max_files, skip_existing, tags, workspace_id }, context) {
    const workspace = workspaceToFill(context, workspace_id);
    const client = context.caller.subject;
    const { adding } = context.app.research;
    if (folder === undefined && sources.length === 0) throw invalidField('directory_path', 'give a folder or sources');
    const asked = { workspace, client, signal: context.signal };
    const found = folder === undefined ? NO_FOLDER : await adding.filesIn({ ...asked, folder, most: max_files });
    const { files } = found;
    if (files.length + sources.length === 0) return { status: 'nothing_to_do', ...toFolderFiles(found) };
    const task = await adding.start({ workspace, client, files, sources, skipExisting: skip_existing, tags });
    return { status: 'started', ...toFolderFiles(found), task: toTask(task) };
  },
  text: ({ task, files, files_left: left = 0, left_out: leftOut = [] }) =>
    [
      task
        ? `Adding papers in the background (${files} files of the folder).\n${taskLine(task)}`
        : 'There is no PDF in the folder that can be read.',
      ...(left > 0 ? [`${left} more files are in the folder: call again for those that are new.`] : []),
      ...leftOut.map(({ file, reason }) => `Not read: ${file}: ${reason}.`),
    ].join('\n'),
});

const NO_FOLDER = { files: [], left: 0, leftOut: [] };
