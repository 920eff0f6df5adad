import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { workflowOutput } from '../../fields/workflow-fields.ts';
import { workflowLine } from '../../lines/workflow-lines.ts';
import { toWorkflows } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'list_workflows',
  title: 'List browser workflows',
  description: 'All of them, also those switched off, with their health.',
  input: z.strictObject({ workspace_id: workspaceId.optional() }),
  output: z.object({ count: z.number().int(), workflows: z.array(workflowOutput) }),
  annotations: READS,
  async run({ workspace_id }, context) {
    return toWorkflows(await context.app.research.workflows.list(await workspaceToUse(context, workspace_id)));
  },
  text: ({ workflows }) =>
    workflows.length === 0 ? 'There are no browser workflows.' : workflows.map(workflowLine).join('\n'),
});
