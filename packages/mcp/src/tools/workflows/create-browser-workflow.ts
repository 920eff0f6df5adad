import { invalidField } from '@zapomni/core/errors';
import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { workflowId, workflowOutput } from '../../fields/workflow-fields.ts';
import { workflowLine } from '../../lines/workflow-lines.ts';
import { toWorkflow } from '../../views/research/index.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

export default defineTool({
  name: 'create_browser_workflow',
  title: 'Create a browser workflow',
  description:
    'Keep a visit to a site as data: a whole definition (docs/research.md), or a start to be completed by configure_search. With workflow_id: a new version.',
  input: z.strictObject({
    name: z.string().optional(),
    definition: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('{allow_hosts, params, steps: [{do: goto, url}, …], output}.'),
    website_domain: z.string().optional(),
    start_url: z.string().optional(),
    description: z.string().default(''),
    extraction_rules: z.record(z.string(), z.unknown()).default({}).describe('each and fields as CSS.'),
    is_active: z.boolean().default(true),
    workflow_id: workflowId.optional(),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ status: z.enum(['created', 'changed']), workflow: workflowOutput }),
  annotations: CHANGES,
  async run({ workflow_id: id, definition, is_active: active, workspace_id, ...given }, context) {
    const workspace = workspaceToFill(context, workspace_id);
    const { workflows } = context.app.research;
    if (id !== undefined) {
      if (definition === undefined) throw invalidField('definition', 'is needed for a new version');
      return { status: 'changed' as const, workflow: toWorkflow(await workflows.change(workspace, id, definition)) };
    }
    const { name, description, website_domain: websiteDomain, start_url: startUrl } = given;
    const request = { name, definition, description, websiteDomain, startUrl, extractionRules: given.extraction_rules };
    return {
      status: 'created' as const,
      workflow: toWorkflow(await workflows.create({ workspace, active, ...request })),
    };
  },
  text: ({ status, workflow }) => `${status}: ${workflowLine(workflow)}`,
});
