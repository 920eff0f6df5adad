import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { queryFields, queryLine, queryName, queryOutput } from '../../fields/query-fields.ts';
import { toUpdatedQuery } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'update_query',
  title: 'Change a query',
  description:
    'Change the fields that are given: an empty list or null clears one. Makes a new version; earlier judgements name theirs.',
  input: z.strictObject({
    query_name: queryName,
    new_name: z.string().optional(),
    research_question: z.string().optional(),
    ...queryFields,
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ status: z.string(), changed: z.array(z.string()), query: queryOutput }),
  annotations: CHANGES,
  async run({ workspace_id, query_name: query, ...request }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toUpdatedQuery(await context.app.research.queries.update(workspace, { query, ...request }));
  },
  text: ({ changed, query }) =>
    `${changed.length === 0 ? 'Nothing is otherwise than it was' : `Changed ${changed.join(', ')}`}: ${queryLine(query)}`,
});
