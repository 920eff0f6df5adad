import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { articleIdentifier, articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { toCitations } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const anything = z.record(z.string(), z.unknown());

export default defineTool({
  name: 'extract_citations',
  title: 'Who cites whom',
  description: "A paper's references with the papers they are, and the network of what it cites and what cites it.",
  input: z.strictObject({
    article_identifier: articleIdentifier,
    include_outbound: z.boolean().default(true),
    include_inbound: z.boolean().default(true),
    max_depth: z.number().int().min(1).max(3).default(2),
    limit: z.number().int().min(1).max(500).default(100).describe('Of each of the two lists.'),
    cursor: z.string().optional(),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    article: articleOutput,
    references_total: z.number().int(),
    references: z.array(anything),
    network_total: z.number().int(),
    network: z.array(
      articleOutput.extend({
        in_library: unlisted(z.boolean()),
        distance: z.number().int(),
        direction: z.string(),
        via: unlisted(z.string()),
      }),
    ),
    network_total_is_lower_bound: unlisted(z.boolean().optional()),
    next_cursor: z.string().optional(),
  }),
  annotations: READS,
  async run(
    { article_identifier: article, include_outbound, include_inbound, max_depth, limit, cursor, workspace_id },
    context,
  ) {
    const workspace = await workspaceToUse(context, workspace_id);
    const request = {
      workspace,
      article,
      outbound: include_outbound,
      inbound: include_inbound,
      depth: max_depth,
      limit,
      cursor,
    };
    return toCitations(await context.app.research.citing.walk(request));
  },
  text: ({
    article,
    references,
    references_total,
    network,
    network_total,
    network_total_is_lower_bound: isLeast,
    next_cursor,
  }) =>
    [
      articleLine(article),
      `${references_total} references:`,
      ...references.map((one) => `${String(one['n'])}. ${String(one['text'] ?? one['title'] ?? '')}`),
      `${isLeast ? 'At least ' : ''}${network_total} papers around it:`,
      ...network.map((one) => `- ${one.direction} (${one.distance}) ${articleLine(one)}`),
      ...(next_cursor ? [`More: cursor ${next_cursor}`] : []),
    ].join('\n'),
});
