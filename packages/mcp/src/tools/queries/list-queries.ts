import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { followedOutput, queryLine } from '../../fields/query-fields.ts';
import { toQueries } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'list_queries',
  title: 'Questions that are followed',
  description: 'All saved research questions, with how much was judged for each.',
  input: z.strictObject({ workspace_id: workspaceId.optional() }),
  output: z.object({ count: z.number().int(), queries: z.array(followedOutput) }),
  annotations: READS,
  kept: true,
  async run({ workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toQueries(await context.app.research.queries.list(workspace));
  },
  text: ({ queries }) =>
    queries.length === 0
      ? 'No question is followed yet; create_query saves one.'
      : queries.map((query) => `- ${queryLine(query)} · ${judgedLine(query.evaluated)}`).join('\n'),
});

function judgedLine({ keep = 0, review = 0, reject = 0 }: Record<string, number>): string {
  return `${keep} to keep, ${review} to look at, ${reject} rejected`;
}
