import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { runLine, runOutput, sourceLine, sourceOutput } from '../../fields/discovery-fields.ts';
import { toSourceDetails } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const optional = z.string().optional();
const texts = z.array(z.string()).optional();

export default defineTool({
  name: 'get_discovery_source',
  title: 'One source',
  description: 'All settings of one source, how far it has looked, and its last ten runs.',
  input: z.strictObject({ source_name: z.string(), workspace_id: workspaceId.optional() }),
  output: z.object({
    ...sourceOutput.shape,
    match: unlisted(z.string()),
    sort: unlisted(z.string()),
    subjects: unlisted(texts),
    authors: unlisted(texts),
    types: unlisted(texts),
    venue: unlisted(optional),
    server: unlisted(optional),
    filter: unlisted(optional),
    start_date: unlisted(optional),
    end_date: unlisted(optional),
    query_ids: unlisted(texts),
    looked_at_until: unlisted(optional),
    complete_at: unlisted(optional),
    created_at: unlisted(z.string()),
    runs: z.array(runOutput),
  }),
  annotations: READS,
  async run({ source_name, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toSourceDetails(await context.app.research.discovery.getSource(workspace, source_name));
  },
  text: (source) => [sourceLine(source), ...source.runs.map((run) => `- ${run.started_at} ${runLine(run)}`)].join('\n'),
});
