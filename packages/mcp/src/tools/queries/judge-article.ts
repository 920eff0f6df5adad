import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { articleIdentifier, articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { queryName } from '../../fields/query-fields.ts';
import { toJudgedArticle } from '../../views/research/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const TAKEN_BACK = 'none';

export default defineTool({
  name: 'judge_article',
  title: 'Say what you think of a paper',
  description:
    'Keep the verdict of the user on a paper for a query. Later scores learn from it; a liked paper that was only found goes to the library.',
  input: z.strictObject({
    article_identifier: articleIdentifier,
    query_name: queryName,
    verdict: z.enum(['like', 'dislike', 'skip', TAKEN_BACK]).describe('none takes it back.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.string(),
    query_name: unlisted(z.string()),
    article: articleOutput,
    verdict: z.string().nullable(),
    before: unlisted(z.string().optional()),
    added_to_library: unlisted(z.boolean()),
  }),
  annotations: CHANGES,
  async run({ article_identifier: article, query_name: query, verdict, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const said = verdict === TAKEN_BACK ? null : verdict;
    return toJudgedArticle(await context.app.research.evaluation.judge({ workspace, article, query, verdict: said }));
  },
  text: ({ status, article, verdict, added_to_library: added }) =>
    `${status === 'taken_back' ? 'No verdict any more' : (verdict ?? 'No verdict')}: ${articleLine(article)}${added ? '\nIt is in the library now.' : ''}`,
});
