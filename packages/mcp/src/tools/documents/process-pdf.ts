import { invalidField } from '@zapomni/core/errors';
import { z } from 'zod';
import { GATHERS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { outlineLine, outlineOutput } from '../../fields/document-fields.ts';
import { toPdf } from '../../views/index.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

export default defineTool({
  name: 'process_pdf',
  title: 'Read a PDF',
  description: 'Read a PDF by path or URL: title, metadata, outline, and its text, whole or by page or section.',
  input: z.strictObject({
    path: z.string().optional().describe('Absolute, below a folder that may be read.'),
    url: z.string().optional(),
    add: z.boolean().default(true).describe('Keep it, so that search_memory finds it.'),
    skip_existing: z.boolean().default(true),
    section: z.string().optional(),
    page: z.string().optional(),
    cursor: z.string().optional(),
    max_chars: z.number().int().min(100).max(100_000).default(8000),
    workspace_id: workspaceId.optional(),
  }),
  aliases: { pdf_path: 'path' },
  output: z.object({
    status: z.string(),
    document_id: unlisted(z.string().optional()),
    name: unlisted(z.string()),
    title: z.string().optional(),
    metadata: z.record(z.string(), z.unknown()),
    pages: unlisted(z.number().int()),
    length: unlisted(z.number().int()),
    warnings: unlisted(z.array(z.string()).optional()),
    outline: unlisted(outlineOutput),
    text: z.string(),
    start: unlisted(z.number().int()),
    end: unlisted(z.number().int()),
    citation: unlisted(z.string()),
    next_cursor: z.string().optional(),
  }),
  annotations: GATHERS,
  async run({ path, url, add, skip_existing, max_chars: maxChars, workspace_id, ...part }, context) {
    const workspace = workspaceToFill(context, workspace_id);
    const asked = { workspace, client: context.caller.subject, signal: context.signal, again: !skip_existing };
    return toPdf(await context.app.documents.processPdf({ ...asked, ...part, add, maxChars, ...placeOf(path, url) }));
  },
  text: ({ name, title, pages, metadata, outline, warnings = [], citation, text, next_cursor, document_id }) =>
    [
      `${title ?? name} · ${pages} pages${document_id === undefined ? '' : ` · ${document_id}`}`,
      ...Object.entries(metadata).map(
        ([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      ),
      ...warnings.map((warning) => `Note: ${warning}`),
      ...outline.map(outlineLine),
      `${citation}:`,
      text,
      ...(next_cursor ? [`More: cursor ${next_cursor}`] : []),
    ].join('\n'),
});

function placeOf(path: string | undefined, url: string | undefined): { path: string } | { url: string } {
  if ((path === undefined) === (url === undefined)) throw invalidField('path', 'give either path or url');
  if (path?.trim() === '') throw invalidField('path', 'is empty');
  return path === undefined ? { url: url ?? '' } : { path };
}
