import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { indexReportOutput } from '../../fields/repository-fields.ts';
import { taskLine, taskOutput } from '../../fields/task-fields.ts';
import { indexLines } from '../../lines/repository-lines.ts';
import { toIndexReport, toTask } from '../../views/index.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

/** Most repositories are done by then; what takes longer goes on in the background. */
const WAIT_MS = 20_000;

export default defineTool({
  name: 'index_codebase',
  title: 'Index a repository',
  description:
    'Read the code of a repository, or what changed in it: symbols, calls, text. Goes on in the background when it takes long; get_task_status tells. Ignore files count; secrets, tests and generated files are left out and counted.',
  input: z.strictObject({
    repo_path: z.string().describe('Absolute.'),
    languages: z.array(z.string()).min(1).optional().describe('Only these; all that are known by default.'),
    include_tests: z.boolean().optional(),
    max_file_size: z.number().int().optional().describe('Bytes, 1 KB–100 MB; 10 MB.'),
    recursive: z.boolean().optional(),
    dry_run: z.boolean().default(false),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.enum(['indexed', 'started', 'dry_run']),
    report: indexReportOutput.optional(),
    task: taskOutput.optional(),
  }),
  annotations: CHANGES,
  aliases: { path: 'repo_path', repository: 'repo_path' },
  async run({ repo_path: path, dry_run: dryRun, workspace_id, ...options }, context) {
    const { app, caller, signal, progress } = context;
    const workspace = workspaceToFill(context, workspace_id);
    const request = { workspace, client: caller.subject, path, options, dryRun, signal };
    if (dryRun) return { status: 'dry_run' as const, report: toIndexReport(await app.code.index(request)) };
    const { id } = await app.code.startIndex(request);
    const task = await app.work.follow(id, {
      waitMs: WAIT_MS,
      signal,
      onProgress: ({ progress: { done, total, message } }) => progress(done, total > 0 ? total : undefined, message),
    });
    const report = await app.code.reportOf(task);
    if (report) return { status: 'indexed' as const, report: toIndexReport(report), task: toTask(task) };
    return { status: 'started' as const, task: toTask(task) };
  },
  text: ({ report, task }) =>
    report
      ? indexLines(report).join('\n')
      : `Indexing goes on in the background.\n${task ? taskLine(task) : ''}\nget_task_status says how far it is.`,
});
