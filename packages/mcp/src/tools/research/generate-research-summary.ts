import { ASPECTS } from '@zapomni/core/research';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { evidenceOutput, maxChars, writtenOutput } from '../../fields/evidence-fields.ts';
import { articleLine, paperSet } from '../../fields/paper-fields.ts';
import { extentLines, passageLines, writingLines } from '../../lines/evidence-lines.ts';
import { toSummary } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'generate_research_summary',
  title: 'Summarise research',
  description: 'What the library says of a topic, section by section: overview, methodology, findings, gaps.',
  input: z.strictObject({
    topic_or_query: z.string(),
    summary_type: z.enum([...ASPECTS, 'comprehensive']).default('comprehensive'),
    max_papers: z.number().int().min(5).max(50).default(15),
    include_citations: z.boolean().default(true).describe('Also the papers, to cite by.'),
    index: paperSet,
    max_chars: maxChars,
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    needs_host_synthesis: z.boolean(),
    sections: z.array(z.object({ section: z.string(), passages: z.array(z.string()), ...writtenOutput })),
    ...evidenceOutput,
    articles: evidenceOutput.articles.optional(),
    left_out: unlisted(z.number().int()),
  }),
  fieldNames: { query: 'topic_or_query' },
  annotations: READS,
  async run({ topic_or_query, summary_type, index, max_papers, include_citations, max_chars, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const asked = {
      workspace,
      topic: topic_or_query,
      type: summary_type,
      index,
      maxPapers: max_papers,
      signal: context.signal,
    };
    return toSummary(await context.app.research.analysis.summary(asked), max_chars, include_citations);
  },
  text: ({ sections, passages, left_out: leftOut, articles = [], needs_host_synthesis: needs, ...rest }) =>
    [
      ...writingLines({ needs_host_synthesis: needs, passages }),
      ...sections.flatMap(({ section, passages: labels, ...written }) => [
        `## ${section}: ${labels.length === 0 ? 'nothing' : labels.join(' ')}`,
        ...(written.answer || written.model_problem ? writingLines({ ...written, passages }) : []),
      ]),
      ...extentLines({ passages, ...rest }),
      ...passageLines(passages, leftOut),
      ...articles.map(articleLine),
    ].join('\n'),
});
