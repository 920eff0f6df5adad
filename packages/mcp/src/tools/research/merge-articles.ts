import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { articleIdentifier, articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { toMergedArticles } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'merge_articles',
  title: 'Merge two papers',
  description: 'Make one paper of two records of it. Ids and citekeys of both go on naming it; the plan_id undoes it.',
  input: z.strictObject({
    into: articleIdentifier,
    from: z.string(),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ status: z.string(), articles: z.array(articleOutput), plan_id: z.string() }),
  annotations: CHANGES,
  async run({ into, from, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toMergedArticles(await context.app.research.library.merge({ workspace, into, from }));
  },
  text: ({ articles, plan_id }) =>
    [...articles.map(articleLine), `To undo within 30 days: split_article {"undo": "${plan_id}"}`].join('\n'),
});
