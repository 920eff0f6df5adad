import { SEARCH_ORDERS } from '@zapomni/core/research';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { articleLine, articleOutput, paperSet } from '../../fields/paper-fields.ts';
import { shorten } from '../../lines/memory-lines.ts';
import { toFoundArticles } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const SHOWN = 400;

export default defineTool({
  name: 'search_articles',
  title: 'Search papers',
  description:
    'Find papers by meaning and words, each with its best passage and the page; filters hold before the best are cut.',
  input: z.strictObject({
    query: z.string(),
    author: z.string().optional(),
    date_from: z.string().optional().describe('2020, 2020-03 or 2020-03-31.'),
    date_to: z.string().optional(),
    document_type: z.string().optional(),
    journal: z.string().optional(),
    tags: z.array(z.string()).optional().describe('All of these.'),
    index: paperSet,
    min_citations: z.number().int().min(0).max(10_000_000).optional(),
    limit: z.number().int().min(1).max(50).default(10),
    sort_by: z.enum(SEARCH_ORDERS).default('relevance'),
    strict: z.boolean().optional().describe('None where none seems to answer.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    count: z.number().int(),
    articles: z.array(
      articleOutput.extend({
        score: z.number(),
        passage: z.string(),
        page: z.string().optional(),
        citation: unlisted(z.string().optional()),
        document_id: unlisted(z.string().optional()),
        memory_id: unlisted(z.string()),
        found_in_version: unlisted(z.string().optional()),
      }),
    ),
    mode: unlisted(z.enum(['hybrid', 'words'])),
    abstained: unlisted(z.boolean().describe('Nothing seems to answer; what came is the nearest.')),
  }),
  annotations: READS,
  async run(input, context) {
    const workspace = await workspaceToUse(context, input.workspace_id);
    const { query, limit, sort_by: sort, author, journal, tags, strict } = input;
    const { library } = context.app.research;
    const filter = {
      papers: input.index === undefined ? undefined : await library.members(workspace, input.index),
      author,
      journal,
      tags,
      dateFrom: input.date_from,
      dateTo: input.date_to,
      type: input.document_type,
      minCitations: input.min_citations,
    };
    const { signal } = context;
    return toFoundArticles(await library.search({ workspace, query, limit, sort, filter, strict, signal }));
  },
  text: ({ count, articles, abstained }) =>
    [
      count === 0
        ? `No paper found.${abstained ? ' Nothing in the library seems to answer this.' : ''}`
        : `${count} papers${abstained ? ', of which none seems to answer this; these come nearest' : ''}:`,
      ...articles.map(
        (one, i) =>
          `${i + 1}. [${one.score.toFixed(2)}] ${articleLine(one)}\n   ${one.citation === undefined ? '' : `${one.citation}: `}${shorten(one.passage, SHOWN)}`,
      ),
    ].join('\n'),
});
