import { ZapomniError } from '@zapomni/core/errors';
import { z } from 'zod';
import { DESTROYS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { receiptOutput } from '../../fields.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const PHRASE = 'DELETE ALL MEMORIES';

export default defineTool({
  name: 'clear_all',
  title: 'Forget everything',
  description: `Delete every memory of one workspace for good. Only when the user asked for it: \`confirm\` must be exactly "${PHRASE}".`,
  input: z.strictObject({ confirm: z.string().max(100), workspace_id: workspaceId.optional() }),
  output: z.object({ status: z.literal('cleared'), workspace_id: z.string(), removed: receiptOutput }),
  annotations: DESTROYS,
  aliases: { confirm_phrase: 'confirm' },
  async run({ confirm, workspace_id }, context) {
    if (confirm !== PHRASE) {
      throw new ZapomniError('FORBIDDEN', `confirm: must be exactly "${PHRASE}". Nothing was deleted.`, {
        issues: [{ field: 'confirm', error: `must be exactly "${PHRASE}"` }],
      });
    }
    const workspace = await workspaceToUse(context, workspace_id);
    const { memories, passages, versions, bytes } = await context.app.clearWorkspace(workspace);
    return {
      status: 'cleared' as const,
      workspace_id: workspace,
      removed: { memories, chunks: passages, versions, bytes },
    };
  },
  text: ({ workspace_id, removed }) =>
    `All memories deleted from workspace ${workspace_id}: ${removed.memories} memories, ${removed.chunks} chunks.`,
});
