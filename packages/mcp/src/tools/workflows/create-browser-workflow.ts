import { invalidField } from '@zapomni/core/errors';
import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { workflowId, workflowOutput } from '../../fields/workflow-fields.ts';
import { workflowLine } from '../../lines/workflow-lines.ts';
import { toWorkflow } from '../../views/index.ts';
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
  async run({ workflow_id: id, definition, website_domain, start_url, workspace_id, ...given }, context) {
    const workspace = workspaceToFill(context, workspace_id);
    const { workflows } = context.app.research;
    const { name: inside, ...whole } = definition ?? {};
    if (id !== undefined) {
      if (definition === undefined) throw invalidField('definition', 'is needed for a new version');
      return { status: 'changed' as const, workflow: toWorkflow(await workflows.change(workspace, id, whole)) };
    }
    const name = given.name ?? (typeof inside === 'string' ? inside : undefined);
    if (name === undefined) throw invalidField('name', 'is needed');
    if (definition === undefined && (website_domain === undefined || start_url === undefined))
      throw invalidField('definition', 'is needed, or website_domain and start_url');
    const { description, extraction_rules: extractionRules, is_active: active } = given;
    const start = { websiteDomain: website_domain ?? '', startUrl: start_url ?? '', description, extractionRules };
    const described = description === '' ? whole : { description, ...whole };
    const from = definition === undefined ? { arguments: start } : { definition: described };
    return {
      status: 'created' as const,
      workflow: toWorkflow(await workflows.create({ workspace, name, active, from })),
    };
  },
  text: ({ status, workflow }) => `${status}: ${workflowLine(workflow)}`,
});
