import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { outlineLine, outlineOutput } from '../../fields/document-fields.ts';
import { annotationLine, articleIdentifier, articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { toReadArticle } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

/** A token of running English has about four characters. */
const CHARS_PER_TOKEN = 4;

export default defineTool({
  name: 'read_article',
  title: 'Read a paper',
  description: "A paper's outline, or its text by section or page, or on from a cursor, within a budget.",
  input: z.strictObject({
    article_identifier: articleIdentifier,
    outline: z.boolean().default(false),
    section: z.string().optional(),
    page: z.string().optional(),
    cursor: z.string().optional(),
    max_chars: z.number().int().min(100).max(100_000).default(8000),
    budget_tokens: z.number().int().min(25).max(25_000).optional().describe('In the place of max_chars.'),
    file_id: unlisted(z.string().optional()),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    article: articleOutput,
    has_text: z.boolean(),
    file_id: unlisted(z.string().optional()),
    document_id: unlisted(z.string().optional()),
    name: unlisted(z.string().optional()),
    title: unlisted(z.string().optional()),
    length: unlisted(z.number().int().optional()),
    outline: unlisted(outlineOutput.optional()),
    versions: unlisted(z.array(z.record(z.string(), z.unknown())).optional()),
    text: z.string().optional(),
    start: unlisted(z.number().int().optional()),
    end: unlisted(z.number().int().optional()),
    citation: unlisted(z.string().optional()),
    annotations: unlisted(z.array(z.record(z.string(), z.unknown())).optional()),
    next_cursor: z.string().optional(),
  }),
  annotations: READS,
  async run({ article_identifier: article, max_chars, budget_tokens, file_id: file, workspace_id, ...part }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const maxChars = budget_tokens === undefined ? max_chars : budget_tokens * CHARS_PER_TOKEN;
    return toReadArticle(await context.app.research.citing.read({ workspace, article, file, maxChars, ...part }));
  },
  text: ({ article, has_text, outline, citation, text = '', annotations = [], next_cursor }) =>
    [
      articleLine(article),
      ...(has_text ? [] : ['There is no text of it here; this is the abstract:']),
      ...(outline ?? []).map(outlineLine),
      ...(citation === undefined ? [] : [`${citation}:`]),
      ...(text === '' ? [] : [text]),
      ...annotations.map(annotationLine),
      ...(next_cursor ? [`More: cursor ${next_cursor}`] : []),
    ].join('\n'),
});
