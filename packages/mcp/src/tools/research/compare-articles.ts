import { DIMENSIONS } from '@zapomni/core/research';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { evidenceOutput, maxChars, writtenOutput } from '../../fields/evidence-fields.ts';
import { articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { passageLines, writingLines } from '../../lines/evidence-lines.ts';
import { toComparison } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const ids = z.array(z.string());
const compared = articleOutput.extend({
  references: unlisted(z.number().int()),
  cited_by_the_others: unlisted(ids.optional()),
});

export default defineTool({
  name: 'compare_articles',
  title: 'Compare papers',
  description:
    'Two to five papers side by side: methods, findings, references in common, figures, with passages of each.',
  input: z.strictObject({
    articles: z.array(z.string()).min(2).max(5).describe('Each as article_identifier.'),
    dimensions: z
      .array(z.enum(DIMENSIONS))
      .min(1)
      .default([...DIMENSIONS]),
    max_chars: maxChars,
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    ...writtenOutput,
    ...evidenceOutput,
    articles: z.array(compared),
    sides: z.array(z.object({ dimension: z.string(), passages: ids })),
    shared_references: unlisted(z.array(z.object({ id: z.string(), title: z.string(), cited_by: ids }))),
    figures: unlisted(z.array(z.object({ passage: z.string(), article_id: z.string(), figures: ids }))),
  }),
  annotations: READS,
  async run({ articles, dimensions, max_chars, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const asked = { workspace, articles, dimensions, signal: context.signal };
    return toComparison(await context.app.research.analysis.compare(asked), max_chars);
  },
  text: (comparison) =>
    [
      ...comparison.articles.map(articleLine),
      ...writingLines(comparison),
      ...comparison.sides.map(({ dimension, passages }) => `${dimension}: ${passages.join(' ') || 'nothing'}`),
      ...comparison.shared_references.map(({ title, id, cited_by: citing }) => `${citing.length} cite ${title || id}`),
      ...comparison.figures.map(({ passage, figures }) => `[${passage}] ${figures.join('; ')}`),
      ...(comparison.sides.length === 0 && comparison.passages.length === 0
        ? []
        : passageLines(comparison.passages, comparison.left_out)),
    ].join('\n'),
});
