import { z } from 'zod';
import { GATHERS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { fromSite } from '../../fields/workflow-fields.ts';
import { siteLines } from '../../lines/workflow-lines.ts';
import { toProposal } from '../../views/research/index.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

export default defineTool({
  name: 'analyze_source_url',
  title: 'Propose a source from a page',
  description:
    'Visit a page that lists works and propose how to read it, with samples and a confidence. Look at the samples, then confirm_source_workflow.',
  input: z.strictObject({
    url: z.string(),
    samples: z.number().int().min(1).max(20).default(3),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    proposal_id: z.string(),
    url: unlisted(z.string()),
    how: unlisted(z.enum(['meta', 'json_ld', 'structure'])),
    confidence: z.number(),
    matched: unlisted(z.number().int()),
    each: unlisted(z.unknown().optional()),
    fields: unlisted(z.record(z.string(), z.unknown())),
    next: unlisted(z.unknown().optional()),
    expires_at: unlisted(z.string()),
    from_site: unlisted(fromSite),
  }),
  annotations: GATHERS,
  async run({ url, samples, workspace_id }, context) {
    const workspace = workspaceToFill(context, workspace_id);
    return toProposal(
      await context.app.research.workflows.analyze({ workspace, url, samples, signal: context.signal }),
    );
  },
  text: ({ proposal_id, confidence, matched, each, fields, next, from_site }) =>
    [
      `Proposal ${proposal_id}, confidence ${confidence}: ${matched} rows of ${JSON.stringify(each ?? 'the page')}`,
      ...Object.entries(fields).map(([name, rule]) => `${name}: ${JSON.stringify(rule)}`),
      ...(next === undefined ? [] : [`next page: ${JSON.stringify(next)}`]),
      ...siteLines(from_site),
    ].join('\n'),
});
