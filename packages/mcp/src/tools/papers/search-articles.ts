import { SEARCH_ORDERS } from '@zapomni/core/research';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import {
  articleLine,
  articleOutput,
  citationsFrom,
  nextLine,
  ofTotal,
  paperSet,
  totalOutput,
} from '../../fields/paper-fields.ts';
import { shorten } from '../../lines/memory-lines.ts';
import { toFoundArticles } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const SHOWN = 400;

export default defineTool({
  name: 'search_articles',
  title: 'Search papers',
  description:
    'Find papers by meaning and words, each with its best passage and the page; filters hold before the best are cut, orders are of all that have to do with the query.',
  input: z.strictObject({
    query: z.string(),
    author: z.string().optional(),
    date_from: z.string().optional().describe('2020, 2020-03 or 2020-03-31.'),
    date_to: z.string().optional(),
    document_type: z.string().optional(),
    journal: z.string().optional().describe('Its name, or a part of that.'),
    tags: z.array(z.string()).optional().describe('All of these.'),
    index: paperSet,
    min_citations: z.number().int().min(0).max(10_000_000).optional(),
    limit: z.number().int().min(1).max(50).default(10),
    cursor: z.string().optional(),
    sort_by: z.enum(SEARCH_ORDERS).default('relevance'),
    strict: z.boolean().optional().describe('Nothing that is only near.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    ...totalOutput,
    count: unlisted(z.number().int()),
    called: unlisted(articleOutput.optional()).describe('The paper that the query is an identifier of.'),
    articles: z.array(
      articleOutput.extend({
        citations_from: citationsFrom,
        score: z.number(),
        weak: unlisted(z.boolean().optional()),
        passage: z.string(),
        page: z.string().optional(),
        citation: unlisted(z.string().optional()),
        document_id: unlisted(z.string().optional()),
        memory_id: unlisted(z.string()),
        found_in_version: unlisted(z.string().optional()),
      }),
    ),
    next_cursor: z.string().optional(),
    mode: unlisted(z.enum(['hybrid', 'words'])),
    abstained: unlisted(z.boolean().describe('Nothing has to do with it; what came is the nearest.')),
    unmet_filters: unlisted(z.array(z.string()).optional()).describe('That no paper of the library meets.'),
  }),
  annotations: READS,
  async run(input, context) {
    const workspace = await workspaceToUse(context, input.workspace_id);
    const { query, limit, cursor, sort_by: sort, author, journal, tags, strict } = input;
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
    return toFoundArticles(await library.search({ workspace, query, limit, cursor, sort, filter, strict, signal }));
  },
  text: ({ count, called, articles, abstained, unmet_filters: unmet = [], next_cursor, ...rest }) =>
    [
      ...(called ? [`So is called: ${articleLine(called)}`] : []),
      heading(count, abstained, rest),
      ...(unmet.length === 0
        ? []
        : [`Of all papers of the library none meets: ${unmet.join(', ')}. Change or leave out.`]),
      ...articles.map(
        (one, i) =>
          `${i + 1}. [${one.score.toFixed(2)}${one.weak ? ', only near' : ''}] ${articleLine(one)}\n   ${one.citation === undefined ? '' : `${one.citation}: `}${shorten(one.passage, SHOWN)}`,
      ),
      ...nextLine(next_cursor),
    ].join('\n'),
});

function heading(count: number, abstained: boolean, total: Parameters<typeof ofTotal>[1]): string {
  if (count === 0) return 'No paper has to do with this.';
  return abstained ? 'No paper has to do with this; these come nearest:' : `${ofTotal(count, total, 'papers')}:`;
}
