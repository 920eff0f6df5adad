import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { workflowId, workflowOutput } from '../../fields/workflow-fields.ts';
import { workflowLine } from '../../lines/workflow-lines.ts';
import { toShownWorkflow } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'update_workflow_status',
  title: 'Switch a workflow on or off',
  description: 'One that is off is kept and not run, neither by call nor by schedule.',
  input: z.strictObject({ workflow_id: workflowId, is_active: z.boolean(), workspace_id: workspaceId.optional() }),
  output: z.object({ status: z.string(), workflow: workflowOutput }),
  annotations: CHANGES,
  async run({ workflow_id, is_active, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const shown = await context.app.research.workflows.setActive(workspace, workflow_id, is_active);
    return { status: is_active ? 'on' : 'off', workflow: toShownWorkflow(shown) };
  },
  text: ({ workflow }) => workflowLine(workflow),
});
