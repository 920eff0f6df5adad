import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { documentName } from '../../fields/document-fields.ts';
import { toPart } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'read_document',
  title: 'Read in a document',
  description: 'The text of a document in parts: a section, a page, or on from a cursor; or its outline.',
  input: z.strictObject({
    document: documentName,
    outline: z.boolean().default(false),
    section: z.string().optional().describe('Its title, or how that begins.'),
    page: z.string().optional(),
    cursor: z.string().optional(),
    max_chars: z.number().int().min(100).max(100_000).default(8000),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    document_id: unlisted(z.string()),
    name: z.string(),
    title: unlisted(z.string().optional()),
    length: unlisted(z.number().int()),
    text: z.string().optional(),
    start: unlisted(z.number().int().optional()),
    end: unlisted(z.number().int().optional()),
    citation: z.string().optional(),
    outline: unlisted(
      z
        .array(
          z.object({
            title: z.string(),
            level: z.number().int(),
            start: z.number().int(),
            page: z.string().optional(),
          }),
        )
        .optional(),
    ),
    next_cursor: z.string().optional(),
  }),
  annotations: READS,
  async run({ max_chars: maxChars, workspace_id, ...asked }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toPart(await context.app.documents.read({ workspace, maxChars, ...asked }));
  },
  text: ({ name, length, citation = name, text = '', outline, next_cursor }) =>
    outline
      ? [
          `${name}, ${length} characters:`,
          ...outline.map(
            ({ title, level, page, start }) =>
              `${'  '.repeat(level - 1)}- ${title}${page === undefined || page === title ? '' : ` (${page})`} · cursor ${start}`,
          ),
        ].join('\n')
      : [`${citation}:`, text, ...(next_cursor ? [`More: cursor ${next_cursor}`] : [])].join('\n'),
});
