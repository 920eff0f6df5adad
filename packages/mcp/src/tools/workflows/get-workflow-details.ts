import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { runOutput, workflowId, workflowOutput } from '../../fields/workflow-fields.ts';
import { runLines, workflowLine } from '../../lines/workflow-lines.ts';
import { toWorkflowDetails } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const MOST_RUNS = 5;

export default defineTool({
  name: 'get_workflow_details',
  title: 'Show a browser workflow',
  description: 'Its definition, earlier versions, and runs with the step and selector that failed.',
  input: z.strictObject({
    workflow_id: workflowId,
    version: z.number().int().min(1).optional().describe('Show the definition of this one.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    ...workflowOutput.shape,
    shown_version: unlisted(z.number().int()),
    definition: unlisted(z.record(z.string(), z.unknown())),
    versions: unlisted(z.array(z.object({ version: z.number().int(), until: z.string(), steps: z.number().int() }))),
    runs: unlisted(z.array(runOutput)),
  }),
  annotations: READS,
  async run({ workflow_id, version, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toWorkflowDetails(await context.app.research.workflows.details(workspace, workflow_id, { version }));
  },
  text: ({ shown_version, definition, versions, runs, ...workflow }) =>
    [
      workflowLine(workflow),
      `Definition of version ${shown_version}: ${JSON.stringify(definition)}`,
      ...versions.map((one) => `version ${one.version}, ${one.steps} steps, until ${one.until}`),
      ...runs.slice(0, MOST_RUNS).flatMap(runLines),
    ].join('\n'),
});
