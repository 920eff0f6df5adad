import { ZapomniError } from '@zapomni/core/errors';
import { z } from 'zod';
import { DESTROYS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { memoryId, receiptOutput } from '../../fields/memory-fields.ts';
import { toDeleted } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'delete_memory',
  title: 'Forget',
  description: 'Delete one memory and its history for good. For a fact that changed, use add_memory with `supersedes`.',
  input: z.strictObject({
    memory_id: memoryId,
    confirm: z.boolean().default(false).describe('Must be true.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ status: z.literal('deleted'), memory_id: z.string(), removed: receiptOutput }),
  annotations: DESTROYS,
  async run({ memory_id, confirm, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    if (!confirm) {
      const { length } = (await context.app.memories.get(workspace, memory_id)).text;
      throw new ZapomniError('FORBIDDEN', `confirm: must be true to delete this memory of ${length} characters.`, {
        issues: [{ field: 'confirm', error: 'must be true' }],
      });
    }
    return toDeleted(memory_id, await context.app.memories.delete(workspace, [memory_id]));
  },
  text: ({ memory_id, removed }) =>
    `Memory deleted.\nID: ${memory_id}\nChunks removed: ${removed.chunks}, earlier versions: ${removed.versions}` +
    `, mentions: ${removed.mentions}, relations: ${removed.relations}, entities: ${removed.entities}`,
});
