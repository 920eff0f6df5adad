import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { sourceLine, sourceOutput } from '../../fields/discovery-fields.ts';
import { toSources } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'list_discovery_sources',
  title: 'List sources',
  description: 'Where is looked for new papers: each source with its health, its next run and its last failure.',
  input: z.strictObject({ workspace_id: workspaceId.optional() }),
  output: z.object({ count: z.number().int(), sources: z.array(sourceOutput) }),
  annotations: READS,
  async run({ workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toSources(await context.app.research.discovery.listSources(workspace));
  },
  text: ({ count, sources }) =>
    count === 0
      ? 'No source. create_arxiv_source and its like make one.'
      : [`${count} sources:`, ...sources.map((source) => `- ${sourceLine(source)}`)].join('\n'),
});
