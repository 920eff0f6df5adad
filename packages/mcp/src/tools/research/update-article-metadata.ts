import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { articleIdentifier, articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { toUpdatedArticle } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'update_article_metadata',
  title: 'Edit a paper',
  description:
    "Change a paper's fields and tags. What is said here is the user's word: no source and no import overwrites it.",
  input: z.strictObject({
    article_identifier: articleIdentifier,
    add_tags: z.array(z.string()).optional(),
    remove_tags: z.array(z.string()).optional(),
    update_metadata: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'CSL names with _: title, authors, issued, container_title, doi, rating, read_state …; null takes away.',
      ),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ status: z.string(), changed: z.array(z.string()), article: articleOutput }),
  annotations: CHANGES,
  async run({ article_identifier: article, add_tags, remove_tags, update_metadata: metadata, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const request = { workspace, article, addTags: add_tags, removeTags: remove_tags, metadata };
    return toUpdatedArticle(await context.app.research.library.update(request));
  },
  text: ({ changed, article }) =>
    `${changed.length === 0 ? 'Nothing is otherwise than it was' : `Changed ${changed.join(', ')}`}: ${articleLine(article)}`,
});
