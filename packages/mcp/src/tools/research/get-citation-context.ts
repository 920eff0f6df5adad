import { POLARITIES } from '@zapomni/core/research';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { articleIdentifier, articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { toSentences } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const paper = z.object({ id: z.string(), title: z.string(), citekey: unlisted(z.string().optional()) });

export default defineTool({
  name: 'get_citation_context',
  title: 'Sentences that cite',
  description:
    'The sentences in which papers of the library cite one, with page and section; or those in it that cite others.',
  input: z.strictObject({
    article_identifier: articleIdentifier,
    direction: z.enum(['citing_it', 'in_it']).default('citing_it'),
    polarity: z.enum(POLARITIES).optional(),
    limit: z.number().int().min(1).max(200).default(20),
    cursor: z.string().optional(),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    article: unlisted(articleOutput),
    total: z.number().int(),
    total_is_lower_bound: unlisted(z.boolean().optional()),
    count: unlisted(z.number().int()),
    sentences: z.array(
      z.object({
        sentence: z.string(),
        citing: paper,
        cited: unlisted(z.array(paper)),
        page: z.string().optional(),
        section: unlisted(z.string().optional()),
        polarity: z.string().optional(),
        confidence: unlisted(z.number()),
        document_id: unlisted(z.string().optional()),
        start: unlisted(z.number().int()),
        end: unlisted(z.number().int()),
      }),
    ),
    next_cursor: z.string().optional(),
  }),
  annotations: READS,
  async run({ article_identifier: article, workspace_id, ...asked }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toSentences(await context.app.research.citing.contexts({ workspace, article, ...asked }));
  },
  text: ({ article, total, total_is_lower_bound: isLeast, count, sentences, next_cursor }) =>
    [
      articleLine(article),
      `${count} of ${isLeast ? 'at least ' : ''}${total} sentences:`,
      ...sentences.map(({ sentence, citing, page, polarity }) => {
        const place = [citing.citekey ?? citing.title, page === undefined ? '' : `p. ${page}`].filter(
          (part) => part !== '',
        );
        return `- ${sentence} (${[...place, polarity ?? ''].filter((part) => part !== '').join(', ')})`;
      }),
      ...(next_cursor ? [`More: cursor ${next_cursor}`] : []),
    ].join('\n'),
});
