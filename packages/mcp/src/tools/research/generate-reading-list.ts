import { PRIORITIES } from '@zapomni/core/research';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import {
  articleLine,
  articleOutput,
  citationsFrom,
  ofTotal,
  paperSet,
  totalOutput,
} from '../../fields/paper-fields.ts';
import { toReadingList } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const entry = articleOutput.extend({
  citations_from: citationsFrom,
  order: z.number().int(),
  relevance: unlisted(z.number()),
  read_state: unlisted(z.string()),
  read_after: unlisted(z.array(z.string()).optional()),
  minutes: unlisted(z.number().int().optional()),
  summary: unlisted(z.string().optional()),
});

export default defineTool({
  name: 'generate_reading_list',
  title: 'What to read first',
  description: 'Papers of the library on a topic in reading order: what a paper builds on comes before it.',
  input: z.strictObject({
    topic_or_query: z.string(),
    max_papers: z.number().int().min(3).max(50).default(10),
    priority_criteria: z.enum(PRIORITIES).default('relevance'),
    include_summaries: z.boolean().default(true),
    reading_time_estimate: z.boolean().default(true),
    index: paperSet,
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    ...totalOutput,
    count: z.number().int(),
    total_minutes: unlisted(z.number().int().optional()),
    articles: z.array(entry),
  }),
  fieldNames: { query: 'topic_or_query' },
  annotations: READS,
  async run(
    { topic_or_query, max_papers, priority_criteria, include_summaries, reading_time_estimate, index, workspace_id },
    context,
  ) {
    const workspace = await workspaceToUse(context, workspace_id);
    const { signal } = context;
    const topic = { topic: topic_or_query, maxPapers: max_papers, priority: priority_criteria, index };
    const asked = { workspace, ...topic, signal };
    const list = await context.app.research.analysis.readingList(asked);
    return toReadingList(list, { summaries: include_summaries, times: reading_time_estimate });
  },
  text: ({ articles, count, total_minutes: minutes, ...rest }) =>
    articles.length === 0
      ? 'The library has nothing on this.'
      : [
          `${ofTotal(count, rest, 'papers')}:`,
          ...articles.map(
            (one) =>
              `${one.order}. ${articleLine(one)} · ${one.read_state}${one.minutes === undefined ? '' : ` · ${one.minutes} min${one.has_text ? '' : ' (abstract only)'}`}${one.summary === undefined ? '' : `\n   ${one.summary.replaceAll(/\s+/g, ' ')}`}`,
          ),
          ...(minutes === undefined ? [] : [`${minutes} minutes in all.`]),
        ].join('\n'),
});
