import { WORKFLOW_ACTIONS } from '@zapomni/core/research';
import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { workflowId, workflowOutput } from '../../fields/workflow-fields.ts';
import { workflowLine } from '../../lines/workflow-lines.ts';
import { toWorkflow } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'add_workflow_action',
  title: 'Add a step to a workflow',
  description: 'Put one step into a browser workflow, as a new version.',
  input: z.strictObject({
    workflow_id: workflowId,
    action_type: z.enum(WORKFLOW_ACTIONS),
    selector: z.string().optional().describe('CSS.'),
    value: z
      .string()
      .optional()
      .describe('URL, text to type ({{keywords}}), ms or URL to wait for, screens, or field name.'),
    step_number: z.number().int().min(1).optional().describe('Where; last if not said.'),
    action_config: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('More of the step: fields, optional, {secret: NAME} …'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ status: z.string(), step_number: z.number().int(), workflow: workflowOutput }),
  annotations: ADDS,
  async run({ workflow_id, action_type: action, step_number: stepNumber, action_config: config, ...given }, context) {
    const { workspace_id, selector, value } = given;
    const workspace = await workspaceToUse(context, workspace_id);
    const added = { action, selector, value, stepNumber, config };
    const { workflow, number } = await context.app.research.workflows.addAction(workspace, workflow_id, added);
    return { status: 'added', step_number: number, workflow: toWorkflow(workflow) };
  },
  text: ({ step_number, workflow }) => `Step ${step_number} of ${workflowLine(workflow)}`,
});
