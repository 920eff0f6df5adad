import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { queryFields, queryLine, queryOutput } from '../../fields/query-fields.ts';
import { toCreatedQuery } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'create_query',
  title: 'Follow a question',
  description:
    'Save a research question with what must, should and must not be in a paper. Papers are judged by it (evaluate_article) and found for it (run_discovery).',
  input: z.strictObject({
    name: z.string(),
    research_question: z.string(),
    ...queryFields,
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ status: z.string(), query: queryOutput }),
  annotations: ADDS,
  async run({ workspace_id, ...request }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toCreatedQuery(await context.app.research.queries.create(workspace, request));
  },
  text: ({ query }) => `Following ${queryLine(query)}`,
});
