import { z } from 'zod';
import { GATHERS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { followedLine, followedOutput } from '../../fields/discovery-fields.ts';
import { toRuns } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'run_discovery',
  title: 'Look for new papers',
  description:
    'Look at one source, at those of a query, or at all, for what is new. Goes on in the background when it takes long: get_task_status tells, cancel_task stops it. check_findings shows what it brought.',
  input: z.strictObject({
    source_name: z.string().optional(),
    query_name: z.string().optional(),
    max_articles: z.number().int().min(1).max(500).optional().describe('Per source, of those not seen before.'),
    force_run: z.boolean().default(false).describe('Also what was looked at a moment ago.'),
    wait_seconds: z.number().min(0).max(50).default(20),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    found: unlisted(z.number().int()),
    new: z.number().int(),
    known: unlisted(z.number().int()),
    rejected: unlisted(z.number().int()),
    requests: unlisted(z.number().int()),
    sources: z.array(followedOutput),
  }),
  annotations: GATHERS,
  timeoutMs: 60_000,
  async run({ source_name: source, query_name: query, max_articles: most, force_run: force, ...rest }, context) {
    const { app, signal, progress } = context;
    const workspace = await workspaceToUse(context, rest.workspace_id);
    const { discovery } = app.research;
    const started = await discovery.start({ workspace, source, query, most, force });
    const followed = await discovery.follow({
      workspace,
      started,
      waitMs: rest.wait_seconds * 1000,
      signal,
      onProgress: (runs) => {
        const done = runs.filter(({ task }) => task !== null && task.state === 'completed').length;
        progress(done, runs.length, runs.find(({ task }) => task?.state === 'running')?.task?.progress.message);
      },
    });
    return toRuns(followed);
  },
  text: ({ new: fresh, found, sources }) =>
    sources.length === 0
      ? 'There is no source. create_arxiv_source and its like make one.'
      : [`${fresh} new of ${found} found.`, ...sources.map((one) => `- ${followedLine(one)}`)].join('\n'),
});
