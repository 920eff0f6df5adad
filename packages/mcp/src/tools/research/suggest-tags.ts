import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { articleIdentifier, articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { toTagSuggestions } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'suggest_tags',
  title: 'Suggest tags',
  description:
    'Tags that a paper might have, ranked, with the reason; of all without tags when none is named. Writes nothing.',
  input: z.strictObject({
    article_identifier: articleIdentifier.optional(),
    force_all: z.boolean().default(false).describe('Also of papers that have tags.'),
    limit: z.number().int().min(1).max(500).default(30).describe('Papers that are looked at.'),
    cursor: z.string().optional(),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    total: unlisted(z.number().int()).describe('Papers that are looked at on all pages.'),
    count: unlisted(z.number().int()),
    suggestions: z.array(
      z.object({
        article: articleOutput,
        tags: z.array(z.object({ tag: z.string(), score: z.number(), why: z.string(), in_vocabulary: z.boolean() })),
      }),
    ),
    next_cursor: z.string().optional(),
  }),
  annotations: READS,
  async run({ article_identifier: article, force_all: all, workspace_id, ...page }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toTagSuggestions(await context.app.research.tags.suggest(workspace, { article, all, ...page }));
  },
  text: ({ suggestions, total, next_cursor: next }) =>
    [
      ...(suggestions.length === 0 ? [next ? 'Nothing to suggest for these.' : 'Nothing to suggest.'] : []),
      ...suggestions.map(({ article, tags }) =>
        [articleLine(article), ...tags.map(({ tag, why, score }) => `   ${tag} (${why}, ${score})`)].join('\n'),
      ),
      ...(next ? [`There are ${total} papers to look at. More: cursor ${next}`] : []),
    ].join('\n'),
});
