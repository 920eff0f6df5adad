import { z } from 'zod';
import { CONFIGURES } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { triedOutput, workflowId, workflowOutput } from '../../fields/workflow-fields.ts';
import { triedLines, workflowLine } from '../../lines/workflow-lines.ts';
import { toTriedOut, toWorkflow } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'configure_search',
  title: 'Configure the search of a workflow',
  description:
    'Say in CSS how a site is searched and what a result is; its steps become a new version. dry_run visits the site and says what each selector matches instead.',
  input: z.strictObject({
    workflow_id: workflowId,
    search_input_selector: z.string().optional(),
    search_button_selector: z.string().optional().describe('Enter is pressed if not said.'),
    result_selector: z.string(),
    title_selector: z.string().describe('Below a result, like the next ones.'),
    url_selector: z.string(),
    snippet_selector: z.string().optional(),
    max_results: z.number().int().min(1).max(500).default(100),
    pagination_config: z
      .strictObject({ next_selector: z.string(), max_pages: z.number().int().min(1).max(50).default(5) })
      .optional(),
    keywords: z.array(z.string()).default([]).describe('Of the dry run.'),
    dry_run: z.boolean().default(false),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.string(),
    workflow: workflowOutput.optional(),
    dry_run: unlisted(triedOutput.optional()),
  }),
  annotations: CONFIGURES,
  async run({ workflow_id, workspace_id, dry_run, keywords, ...given }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const { workflows } = context.app.research;
    const search = {
      ...given,
      search_input_selector: given.search_input_selector ?? null,
      search_button_selector: given.search_button_selector ?? null,
      snippet_selector: given.snippet_selector ?? null,
      pagination_config: given.pagination_config ?? null,
    };
    if (!dry_run)
      return {
        status: 'configured',
        workflow: toWorkflow(await workflows.configureSearch(workspace, workflow_id, search)),
      };
    const values = { keywords, dateFrom: null, dateUntil: null, limit: given.max_results, params: {} };
    const tried = await workflows.tryOut(workspace, workflow_id, { values, search, signal: context.signal });
    return { status: 'dry_run', dry_run: toTriedOut(tried) };
  },
  text: ({ workflow, dry_run: tried }) =>
    [...(workflow ? [workflowLine(workflow)] : []), ...(tried ? triedLines(tried) : [])].join('\n'),
});
