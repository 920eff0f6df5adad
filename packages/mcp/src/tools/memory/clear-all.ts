import { ZapomniError } from '@zapomni/core/errors';
import { z } from 'zod';
import { DESTROYS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { receiptOutput } from '../../fields/memory-fields.ts';
import { toCleared } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const PHRASE = 'DELETE ALL MEMORIES';

export default defineTool({
  name: 'clear_all',
  title: 'Forget everything',
  description: `Delete every memory of one workspace for good, only when the user asks. \`confirm\` must be "${PHRASE}".`,
  input: z.strictObject({ confirm: z.string(), workspace_id: workspaceId.optional() }),
  output: z.object({ status: z.literal('cleared'), workspace_id: z.string(), removed: receiptOutput }),
  annotations: DESTROYS,
  scope: 'admin',
  aliases: { confirm_phrase: 'confirm' },
  async run({ confirm, workspace_id }, context) {
    if (confirm !== PHRASE) {
      throw new ZapomniError('FORBIDDEN', `confirm: must be exactly "${PHRASE}". Nothing was deleted.`, {
        issues: [{ field: 'confirm', error: `must be exactly "${PHRASE}"` }],
      });
    }
    const workspace = await workspaceToUse(context, workspace_id);
    return toCleared(workspace, await context.app.memories.clear(workspace));
  },
  text: ({ workspace_id, removed }) =>
    `All memories deleted from workspace ${workspace_id}: ${removed.memories} memories, ${removed.chunks} chunks, ` +
    `${removed.entities} entities, ${removed.relations} relations.`,
});
