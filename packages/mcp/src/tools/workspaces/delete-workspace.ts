import { ZapomniError } from '@zapomni/core/errors';
import { z } from 'zod';
import { DESTROYS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { receiptOutput } from '../../fields/memory-fields.ts';
import { toDeletedWorkspace } from '../../views/index.ts';
import { currentWorkspace, setCurrentWorkspace } from '../../workspace.ts';

export default defineTool({
  name: 'delete_workspace',
  title: 'Delete a workspace',
  description: 'Delete a workspace with all it holds. Without `confirm` it only says what would go.',
  input: z.strictObject({
    workspace_id: z.string(),
    confirm: z.boolean().default(false).describe('Must be true.'),
  }),
  output: z.object({ status: z.literal('deleted'), workspace_id: z.string(), removed: receiptOutput }),
  annotations: DESTROYS,
  scope: 'admin',
  async run({ workspace_id, confirm }, context) {
    const { memories, passages } = await context.app.workspaces.find(workspace_id);
    if (!confirm) {
      throw new ZapomniError(
        'FORBIDDEN',
        `confirm: must be true to delete ${memories} memories and ${passages} chunks.`,
        {
          issues: [{ field: 'confirm', error: 'must be true' }],
        },
      );
    }
    const receipt = await context.app.workspaces.delete(workspace_id);
    if (currentWorkspace(context) === workspace_id) setCurrentWorkspace(context.session, context.app.defaultWorkspace);
    return toDeletedWorkspace(workspace_id, receipt);
  },
  text: ({ workspace_id, removed }) =>
    `Workspace deleted: ${workspace_id}, with ${removed.memories} memories and ${removed.entities} entities.`,
});
