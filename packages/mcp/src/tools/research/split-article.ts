import { invalidField } from '@zapomni/core/errors';
import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { articleIdentifier, articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { toSplitArticle, toUndone } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'split_article',
  title: 'Split a paper, or undo',
  description:
    'Undo a merge, a split or a deletion by its plan_id, or give some ids and files of a paper to one of their own.',
  input: z.strictObject({
    undo: z.string().optional().describe('A plan_id; alone.'),
    article_identifier: articleIdentifier.optional(),
    identifiers: z.array(z.string()).default([]).describe('Ids of the other work.'),
    files: z.array(z.string()).default([]).describe('file_id of get_article_details.'),
    title: z.string().optional().describe('Of the other work.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ status: z.string(), articles: z.array(articleOutput), plan_id: z.string().optional() }),
  fieldNames: { plan_id: 'undo' },
  annotations: CHANGES,
  async run({ undo, article_identifier: article, identifiers, files, title, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const { library } = context.app.research;
    if ((undo === undefined) === (article === undefined))
      throw invalidField(
        'undo',
        'give either a plan_id to undo, or article_identifier with what belongs to the other work',
      );
    if (undo !== undefined) return toUndone(await library.undo(workspace, undo));
    return toSplitArticle(await library.split({ workspace, article: article ?? '', identifiers, files, title }));
  },
  text: ({ status, articles, plan_id }) =>
    [
      status === 'undone' ? 'Taken back:' : 'Split into:',
      ...articles.map((article) => `- ${articleLine(article)}`),
      ...(plan_id ? [`To undo: split_article {"undo": "${plan_id}"}`] : []),
    ].join('\n'),
});
