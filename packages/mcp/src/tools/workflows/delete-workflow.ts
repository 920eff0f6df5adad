import { z } from 'zod';
import { DESTROYS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { workflowId, workflowOutput } from '../../fields/workflow-fields.ts';
import { toWorkflow } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'delete_workflow',
  title: 'Delete a browser workflow',
  description: 'Takes its runs with it; its versions stay on record, and the name is free again.',
  input: z.strictObject({
    workflow_id: workflowId,
    confirm: z.boolean().default(false),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ status: z.string(), workflow: workflowOutput }),
  annotations: DESTROYS,
  async run({ workflow_id, confirm, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return {
      status: 'deleted',
      workflow: toWorkflow(await context.app.research.workflows.delete(workspace, workflow_id, confirm)),
    };
  },
  text: ({ workflow }) => `Deleted: ${workflow.name} (${workflow.workflow_id}).`,
});
