import { LIST_ORDERS } from '@zapomni/core/research';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { articleLine, articleOutput, paperSet } from '../../fields/paper-fields.ts';
import { toArticles } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'list_articles',
  title: 'List papers',
  description: 'Page through the papers of the library in a stable order, with their true number.',
  input: z.strictObject({
    limit: z.number().int().min(1).max(100).default(10),
    offset: z.number().int().min(0).max(10_000_000).default(0),
    cursor: z.string().optional(),
    filter_by_type: z.string().optional().describe('A CSL type: article-journal, book …'),
    search_term: z.string().optional().describe('Words of title, abstract, authors or venue, all of them.'),
    index: paperSet,
    sort_by: z.enum(LIST_ORDERS).default('added'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    total: z.number().int(),
    count: unlisted(z.number().int()),
    articles: z.array(articleOutput),
    next_cursor: z.string().optional(),
  }),
  annotations: READS,
  kept: true,
  async run({ limit, offset, cursor, filter_by_type: type, search_term: term, sort_by: sort, ...rest }, context) {
    const workspace = await workspaceToUse(context, rest.workspace_id);
    const { library } = context.app.research;
    const papers = rest.index === undefined ? undefined : await library.members(workspace, rest.index);
    return toArticles(await library.list({ workspace, limit, offset, cursor, type, term, sort, papers }));
  },
  text: ({ total, count, articles, next_cursor }) =>
    [
      `${count} of ${total} papers${count === 0 ? '.' : ':'}`,
      ...articles.map((article) => `- ${articleLine(article)}`),
      ...(next_cursor ? [`More: cursor ${next_cursor}`] : []),
    ].join('\n'),
});
