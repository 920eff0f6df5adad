import { z } from 'zod';
import { DESTROYS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { queryName } from '../../fields/query-fields.ts';
import { toDeletedQuery } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const counts = z.record(z.string(), z.number().int());

export default defineTool({
  name: 'delete_query',
  title: 'Stop following a question',
  description: 'Delete a saved research question. What was found and judged by it stays, marked as orphaned.',
  input: z.strictObject({
    query_name: queryName,
    confirm_deletion: z.boolean().default(false),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.string(),
    name: z.string(),
    id: unlisted(z.string()),
    orphaned: unlisted(z.object({ evaluated: counts, verdicts: counts })),
  }),
  annotations: DESTROYS,
  async run({ query_name: query, confirm_deletion: confirm, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toDeletedQuery(await context.app.research.queries.delete(workspace, { query, confirm }));
  },
  text: ({ name, orphaned }) => {
    const judged = Object.values(orphaned.evaluated).reduce((sum, count) => sum + count, 0);
    return `Deleted ${name}. ${judged} judgements of papers stay, marked as orphaned.`;
  },
});
