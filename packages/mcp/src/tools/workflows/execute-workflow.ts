import { z } from 'zod';
import { GATHERS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { taskOutput } from '../../fields/task-fields.ts';
import { fromSite, runOutput, triedOutput, workflowId } from '../../fields/workflow-fields.ts';
import { executedLines } from '../../lines/workflow-lines.ts';
import { toTask } from '../../views/index.ts';
import { toEndedRun, toTriedOut } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

/** Most visits are over by then; what takes longer goes on in the background. */
const WAIT_MS = 120_000;

export default defineTool({
  name: 'execute_workflow',
  title: 'Run a browser workflow',
  description:
    'Visit the site of a workflow with a real browser and bring what it lists. A CAPTCHA, login or wall ends it with needs_human. dry_run says what each selector matched.',
  input: z.strictObject({
    workflow_id: workflowId,
    keywords: z
      .array(z.string())
      .default([])
      .describe('Searched for where a step takes {{keywords}}, else any must be in a result.'),
    date_range: z.strictObject({ start: z.iso.date().optional(), end: z.iso.date().optional() }).optional(),
    max_articles: z.number().int().min(1).max(500).default(50),
    params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
    version: z.number().int().min(1).optional().describe('An earlier one.'),
    dry_run: z.boolean().default(false),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.string(),
    run: runOutput.optional(),
    from_site: unlisted(fromSite.optional()),
    dry_run: unlisted(triedOutput.optional()),
    task: unlisted(taskOutput.optional()),
  }),
  annotations: GATHERS,
  async run(
    { workflow_id, workspace_id, keywords, date_range, max_articles: limit, params, version, dry_run },
    context,
  ) {
    const { app, signal, progress } = context;
    const { workflows } = app.research;
    const workspace = await workspaceToUse(context, workspace_id);
    const values = { keywords, dateFrom: date_range?.start ?? null, dateUntil: date_range?.end ?? null, limit, params };
    if (dry_run) {
      const tried = await workflows.tryOut(workspace, workflow_id, { values, version, signal });
      return { status: 'dry_run', dry_run: toTriedOut(tried) };
    }
    const { id } = await workflows.start(workspace, workflow_id, values, version);
    const onProgress = (item: { progress: { done: number; total: number; message: string } }): void =>
      progress(item.progress.done, item.progress.total || undefined, item.progress.message);
    const task = await app.work.follow(id, { waitMs: WAIT_MS, signal, onProgress });
    const ended = task.state === 'completed' ? await workflows.run(workspace, id) : null;
    return ended
      ? { status: ended.run.value.status, ...toEndedRun(ended) }
      : { status: task.state, task: toTask(task) };
  },
  text: (executed) => executedLines(executed).join('\n'),
});
