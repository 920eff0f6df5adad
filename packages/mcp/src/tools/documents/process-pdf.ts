import type { App } from '@zapomni/core';
import { invalidField, toZapomniError } from '@zapomni/core/errors';
import type { AddedPaper } from '@zapomni/core/research';
import { z } from 'zod';
import { GATHERS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { outlineLine, outlineOutput } from '../../fields/document-fields.ts';
import { articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { toAddedPaper, toPdf } from '../../views/index.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

const PAPER = ['auto', 'yes', 'no'] as const;

export default defineTool({
  name: 'process_pdf',
  title: 'Read a PDF',
  description:
    'Read a PDF by path or URL: title, metadata, outline, and its text, whole or by page or section. One that is a paper joins the library; an identifier adds one without a file.',
  input: z.strictObject({
    path: z.string().optional().describe('Absolute, below a folder that may be read.'),
    url: z.string().optional(),
    identifier: z.string().optional().describe('DOI, arXiv id, PMID …'),
    paper: z.enum(PAPER).default('auto').describe('Whether it is kept as a paper; auto: if it looks like one.'),
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
    article: unlisted(articleOutput.optional()),
    paper: unlisted(z.record(z.string(), z.unknown()).optional()),
  }),
  annotations: GATHERS,
  async run({ path, url, identifier, paper, add, skip_existing, max_chars: maxChars, workspace_id, ...part }, context) {
    const workspace = workspaceToFill(context, workspace_id);
    const asked = { workspace, client: context.caller.subject, signal: context.signal };
    const { documents, research } = context.app;
    if (identifier !== undefined) {
      if ((path ?? url) !== undefined) throw invalidField('identifier', 'give one of path, url and identifier');
      const added = await research.adding.add({ ...asked, from: { identifier }, skipExisting: skip_existing });
      return { ...NO_FILE, ...withPaper(added), status: added.status, title: toAddedPaper(added).article.title };
    }
    const again = !skip_existing;
    const read = await documents.processPdf({ ...asked, ...part, again, add, maxChars, ...placeOf(path, url) });
    const document = read.brought?.document.key;
    if (document === undefined || paper === 'no') return toPdf(read);
    const from = { document };
    const request = { ...asked, from, skipExisting: skip_existing, unlessOther: paper === 'auto' };
    return { ...toPdf(read), ...(await asPaper(context.app, request)) };
  },
  text: ({ name, title, pages, metadata, outline, warnings = [], citation, text, next_cursor, ...rest }) =>
    [
      `${title ?? name} · ${pages} pages${rest.document_id === undefined ? '' : ` · ${rest.document_id}`}`,
      ...(rest.article ? [`Paper: ${articleLine(rest.article)}`] : []),
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

const NO_FILE = { name: '', metadata: {}, pages: 0, length: 0, outline: [], text: '', start: 0, end: 0, citation: '' };

function withPaper(added: AddedPaper) {
  const { article, ...rest } = toAddedPaper(added);
  return { article, paper: rest };
}

/** What looks like no paper stays the document that it is. */
async function asPaper({ research }: App, request: Parameters<App['research']['adding']['add']>[0]) {
  try {
    return withPaper(await research.adding.add(request));
  } catch (error) {
    if (request.unlessOther && toZapomniError(error).code === 'INVALID_INPUT') return {};
    throw error;
  }
}

function placeOf(path: string | undefined, url: string | undefined): { path: string } | { url: string } {
  if ((path === undefined) === (url === undefined)) throw invalidField('path', 'give either path or url');
  if (path?.trim() === '') throw invalidField('path', 'is empty');
  return path === undefined ? { url: url ?? '' } : { path };
}
