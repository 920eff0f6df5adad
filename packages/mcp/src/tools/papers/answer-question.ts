import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { conflictsOutput, evidenceOutput, maxChars, writtenOutput } from '../../fields/evidence-fields.ts';
import { extentLines, passageLines, weakerLines, writingLines } from '../../lines/evidence-lines.ts';
import { toAnswer } from '../../views/papers/index.ts';
import { articleLine, paperSet } from '../../fields/paper-fields.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'answer_question',
  title: 'Answer from papers',
  description:
    'What the papers say to a question: passages with page and quote, conflicts, and a checked answer where a language model is set up.',
  input: z.strictObject({
    question: z.string(),
    max_sources: z.number().int().min(1).max(50).default(10).describe('Papers.'),
    min_relevance: z.number().min(0).max(1).default(0.4),
    include_citations: z.boolean().default(true),
    scope: z.array(z.string()).max(100).optional().describe('Only these articles.'),
    index: paperSet,
    max_chars: maxChars,
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ ...writtenOutput, ...evidenceOutput, conflicts: conflictsOutput }),
  fieldNames: { query: 'question' },
  annotations: READS,
  async run(
    { question, max_sources, min_relevance, include_citations, scope, index, max_chars, workspace_id },
    context,
  ) {
    const workspace = await workspaceToUse(context, workspace_id);
    const { signal } = context;
    const asked = { workspace, question, maxSources: max_sources, minRelevance: min_relevance, scope, index, signal };
    const shown = toAnswer(await context.app.research.analysis.answer(asked), max_chars);
    return include_citations ? shown : { ...shown, articles: [] };
  },
  text: (answer) =>
    answer.passages.length === 0 && answer.below_min_relevance !== undefined
      ? `No passage reaches min_relevance: ${answer.below_min_relevance} come near, the best with ${answer.best_below}.`
      : [
          ...writingLines(answer),
          ...extentLines(answer),
          ...passageLines(answer.passages, answer.left_out),
          ...weakerLines(answer),
          ...answer.articles.map(articleLine),
        ].join('\n'),
});
