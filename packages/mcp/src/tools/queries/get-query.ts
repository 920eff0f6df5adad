import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { followedOutput, queryLine, queryName, queryOutput } from '../../fields/query-fields.ts';
import { toQueryDetails } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const versionOutput = queryOutput
  .omit({ id: true, name: true, is_active: true, created_at: true, updated_at: true })
  .extend({ until: z.string() });

const count = z.number().int();
const findingsOutput = z.object({
  found: count,
  new: count.describe('Worth a look, and not seen yet.'),
  kept: count,
  rejected: count,
  last_run: z.object({ id: z.string(), source: z.string(), status: z.string(), at: z.string(), new: count }).nullable(),
});

export default defineTool({
  name: 'get_query',
  title: 'One query',
  description: 'All of a saved research question: versions, how much was found and judged for it, and the best papers.',
  input: z.strictObject({ query_name: queryName, workspace_id: workspaceId.optional() }),
  output: followedOutput.extend({
    findings: unlisted(findingsOutput),
    versions: unlisted(z.array(versionOutput)),
    best: unlisted(
      z.array(
        z.object({
          article: articleOutput,
          score: z.number(),
          decision: z.string(),
          reason: z.string(),
          query_version: z.number().int(),
          at: z.string(),
        }),
      ),
    ),
  }),
  annotations: READS,
  kept: true,
  async run({ query_name: query, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toQueryDetails(await context.app.research.queries.get(workspace, query));
  },
  text: ({ versions, best, findings: { last_run: last, ...counts }, ...query }) =>
    [
      queryLine(query),
      `${counts.found} found: ${counts.new} new, ${counts.kept} kept, ${counts.rejected} rejected.`,
      ...(last ? [`Last run ${last.at} (${last.source}): ${last.status}, ${last.new} new.`] : []),
      ...(query.description === undefined ? [] : [query.description]),
      ...versions.map(({ version, until, research_question }) => `v${version} until ${until}: ${research_question}`),
      ...best.map(({ article, score, decision }) => `- ${score.toFixed(2)} ${decision} · ${articleLine(article)}`),
    ].join('\n'),
});
