import { z } from 'zod';
import { DESTROYS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { toDeletedSource } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'delete_discovery_source',
  title: 'Delete a source',
  description: 'Look there no more. Its runs and findings stay. Ask the user first.',
  input: z.strictObject({
    source_name: z.string(),
    confirm_deletion: z.boolean().default(false),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ status: z.literal('deleted'), id: z.string(), name: z.string() }),
  annotations: DESTROYS,
  async run({ source_name: name, confirm_deletion: confirm, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toDeletedSource(await context.app.research.discovery.deleteSource(workspace, { name, confirm }));
  },
  text: ({ name }) => `${name} is looked at no more; what it found stays.`,
});
