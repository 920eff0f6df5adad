import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { toCreatedSet } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'create_custom_index',
  title: 'Save a set of papers',
  description:
    'Save a named set of papers: those of a topic, kept current, or the ones named. Use it as index in search_articles, list_articles and filters of search_memory.',
  input: z.strictObject({
    index_name: z.string(),
    topic_filter: z
      .string()
      .describe('Words that must all be there, "phrases", -without; commas between several ways to say it.'),
    document_types: z.array(z.string()).default([]),
    max_documents: z.number().int().min(10).max(10_000).default(1000),
    description: z.string().optional(),
    articles: z.array(z.string()).default([]).describe('Fixed members in the place of the topic.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: unlisted(z.string()),
    index_id: unlisted(z.string()),
    index_name: z.string(),
    kept_current: unlisted(z.boolean()),
    documents: z.number().int(),
    matching: unlisted(z.number().int().optional()).describe('Of the topic, where max_documents leaves some out.'),
    articles: unlisted(z.array(articleOutput)),
  }),
  annotations: ADDS,
  async run({ index_name: name, topic_filter: topic, document_types: types, max_documents: most, ...rest }, context) {
    const workspace = await workspaceToUse(context, rest.workspace_id);
    const { description, articles } = rest;
    const request = { workspace, name, topic, types, most, description, articles };
    return toCreatedSet(await context.app.research.library.createSet(request));
  },
  text: ({ index_name, documents, matching, articles }) =>
    [
      `${index_name}: ${documents} papers${matching === undefined ? '' : `, the best of ${matching}: max_documents leaves out the others`}.`,
      ...articles.map((article) => `- ${articleLine(article)}`),
      ...(documents > articles.length ? ['list_articles with this index shows all.'] : []),
    ].join('\n'),
});
