import { z } from 'zod';
import { DESTROYS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { receiptOutput } from '../../fields/memory-fields.ts';
import { articleIdentifier, articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { toDeletedArticle } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'delete_article',
  title: 'Delete a paper',
  description:
    'Delete a paper with its text so that no import brings it back. split_article with the plan_id undoes it for 30 days.',
  input: z.strictObject({
    article_identifier: articleIdentifier,
    confirm_deletion: z.boolean().default(false),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.string(),
    article: articleOutput,
    plan_id: z.string(),
    removed: unlisted(receiptOutput),
  }),
  annotations: DESTROYS,
  async run({ article_identifier: article, confirm_deletion: confirm, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toDeletedArticle(await context.app.research.library.delete(workspace, { article, confirm }));
  },
  text: ({ article, plan_id }) =>
    `Deleted: ${articleLine(article)}\nTo undo within 30 days: split_article {"undo": "${plan_id}"}`,
});
