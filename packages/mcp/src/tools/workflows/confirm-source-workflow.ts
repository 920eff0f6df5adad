import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { workflowOutput } from '../../fields/workflow-fields.ts';
import { workflowLine } from '../../lines/workflow-lines.ts';
import { toConfirmed } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'confirm_source_workflow',
  title: 'Make a source of a proposal',
  description: 'Make the workflow that analyze_source_url proposed, and a discovery source that looks there by itself.',
  input: z.strictObject({
    proposal_id: z.string(),
    name: z.string(),
    changes: z
      .strictObject({
        each: z.string().optional(),
        fields: z.record(z.string(), z.unknown()).optional().describe('null takes one away.'),
        next: z.string().nullable().optional(),
        max_pages: z.number().int().min(1).max(50).optional(),
      })
      .default({}),
    description: z.string().optional(),
    keywords: z.array(z.string()).default([]).describe('Any must be in a result.'),
    schedule_hours: z.number().int().min(1).max(168).default(24),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.string(),
    workflow: workflowOutput,
    source: unlisted(z.object({ source_id: z.string(), name: z.string() }).optional()),
  }),
  annotations: ADDS,
  async run({ proposal_id: proposalId, schedule_hours, workspace_id, ...given }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const request = { workspace, proposalId, schedule: { every_hours: schedule_hours }, ...given };
    return { status: 'created', ...toConfirmed(await context.app.research.workflows.confirm(request)) };
  },
  text: ({ workflow, source }) =>
    `${workflowLine(workflow)}${source ? `\nSource: ${source.name} · ${source.source_id}` : ''}`,
});
