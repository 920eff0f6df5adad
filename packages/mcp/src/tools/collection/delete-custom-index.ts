import { z } from 'zod';
import { DESTROYS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { setOutput } from '../../fields/paper-fields.ts';
import { toListedSet } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'delete_custom_index',
  title: 'Delete a saved set of papers',
  description: 'Delete a set that create_custom_index has saved. Its papers stay.',
  input: z.strictObject({
    index_name: z.string(),
    confirm_deletion: z.boolean().default(false),
    workspace_id: workspaceId.optional(),
  }),
  output: setOutput.extend({ status: z.literal('deleted') }),
  annotations: DESTROYS,
  async run({ index_name: name, confirm_deletion: confirm, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const deleted = await context.app.research.library.deleteSet(workspace, { name, confirm });
    return { status: 'deleted' as const, ...toListedSet(deleted) };
  },
  text: ({ index_name, documents }) => `Deleted the set ${index_name}. Its ${documents} papers stay.`,
});
