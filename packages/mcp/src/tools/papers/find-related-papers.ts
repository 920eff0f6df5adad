import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { toRelatedPapers } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const ids = unlisted(z.array(z.string()).optional());
const related = articleOutput.extend({
  score: z.number(),
  parts: z.record(z.string(), z.number()),
  shared_references: ids,
  cited_together_by: ids,
  shared_authors: ids,
});

export default defineTool({
  name: 'find_related_papers',
  title: 'Related papers',
  description:
    'Papers of the library related to one: by meaning, words, references in common, being cited together, authors, citing each other.',
  input: z.strictObject({
    paper_identifier: z.string().describe('As article_identifier.'),
    max_results: z.number().int().min(1).max(20).default(5),
    explain_connections: z.boolean().default(false).describe('Also what is shared.'),
    similarity_threshold: z.number().min(0).max(1).default(0.1),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ article: articleOutput, count: z.number().int(), related: z.array(related) }),
  annotations: READS,
  aliases: { article_identifier: 'paper_identifier' },
  async run({ paper_identifier, max_results, explain_connections, similarity_threshold, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const { signal } = context;
    const asked = { workspace, article: paper_identifier, limit: max_results, threshold: similarity_threshold, signal };
    const found = await context.app.research.analysis.related(asked);
    return toRelatedPapers(found.paper, found.related, explain_connections);
  },
  text: ({ article, related: others }) =>
    [
      others.length === 0 ? `Nothing in the library is related to ${article.title}.` : `Related to ${article.title}:`,
      ...others.map((one) => `${one.score.toFixed(2)} ${articleLine(one)} (${partsText(one.parts)})`),
    ].join('\n'),
});

function partsText(parts: Readonly<Record<string, number>>): string {
  return Object.entries(parts)
    .filter(([, value]) => value > 0)
    .map(([name, value]) => `${name} ${value.toFixed(2)}`)
    .join(', ');
}
