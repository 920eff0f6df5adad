import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'reindex_collection',
  title: 'Index papers anew',
  description:
    'Cut papers and notes anew as the settings are now, in the background. Each stays findable meanwhile; nothing is deleted.',
  input: z.strictObject({
    clear_existing: z.boolean().default(true).describe('Also what is cut as it should be.'),
    include_notes: z.boolean().default(true),
    include_articles: z.boolean().default(true),
    batch_size: z.number().int().min(10).max(1000).default(100).describe('How many may lack vectors at once.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ task_id: z.string(), status: z.string() }),
  annotations: CHANGES,
  async run({ clear_existing, include_notes, include_articles, batch_size, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const { id, state } = await context.app.research.maintenance.reindex({
      workspace,
      articles: include_articles,
      notes: include_notes,
      always: clear_existing,
      batch: batch_size,
    });
    return { task_id: id, status: state };
  },
  text: ({ task_id }) => `Indexing anew in the background: get_task_status ${task_id} tells how far it is.`,
});
