import type { App } from '@zapomni/core';
import { invalidField, toZapomniError } from '@zapomni/core/errors';
import type { AddedPaper } from '@zapomni/core/research';
import { z } from 'zod';
import { GATHERS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { addedPaperLines, addedPaperOutput } from '../../fields/added-paper-fields.ts';
import { outlineLine, outlineOutput } from '../../fields/document-fields.ts';
import { articleLine, articleOutput } from '../../fields/paper-fields.ts';
import { toPdf } from '../../views/index.ts';
import { toAddedPaper } from '../../views/papers/index.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

const PAPER = ['auto', 'yes', 'no'] as const;

const output = z.object({
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
  paper: unlisted(addedPaperOutput.optional()),
});

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
  // An identifier may be an address; a document is what was read from one of the others.
  fieldNames: ({ path, identifier }): Record<string, string> =>
    identifier === undefined ? { document: path === undefined ? 'url' : 'path' } : { url: 'identifier' },
  output,
  annotations: GATHERS,
  async run({ path, url, identifier, paper, add, skip_existing, max_chars: maxChars, workspace_id, ...part }, context) {
    const workspace = workspaceToFill(context, workspace_id);
    const asked = { workspace, client: context.caller.subject, signal: context.signal };
    const place = placeOf({ path, url, identifier });
    const keeping = { ...asked, skipExisting: skip_existing, unlessOther: paper === 'auto' };
    if ('identifier' in place) return byIdentifier(context.app, { ...keeping, from: place });
    const request = { ...asked, ...part, again: !skip_existing, add, maxChars, ...place };
    const read = await context.app.documents.processPdf(request);
    const document = paper === 'no' ? undefined : read.brought?.document.key;
    return { ...toPdf(read), ...(await asPaper(context.app, keeping, document)) };
  },
  text: (shown) => linesOf(shown).join('\n'),
});

function linesOf(shown: z.output<typeof output>): string[] {
  const { metadata, outline, warnings = [], citation, text, next_cursor, document_id, article, paper } = shown;
  return [
    // Of an identifier there is no file.
    ...(document_id === undefined && shown.name === ''
      ? []
      : [`${shown.title ?? shown.name} · ${shown.pages} pages${document_id === undefined ? '' : ` · ${document_id}`}`]),
    ...(article ? [`Paper: ${articleLine(article)}`] : []),
    ...(paper ? addedPaperLines(paper) : []),
    ...Object.entries(metadata).map(fieldLine),
    ...warnings.map((warning) => `Note: ${warning}`),
    ...outline.map(outlineLine),
    ...(citation === '' ? [] : [`${citation}:`, text]),
    ...(next_cursor ? [`More: cursor ${next_cursor}`] : []),
  ];
}

function fieldLine([field, value]: [string, unknown]): string {
  return `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

type AddRequest = Parameters<App['research']['adding']['add']>[0];

async function byIdentifier({ research }: App, request: AddRequest) {
  const added = await research.adding.add(request);
  return { ...NO_FILE, ...withPaper(added), status: added.status, title: toAddedPaper(added).article.title };
}

const NO_FILE = { name: '', metadata: {}, pages: 0, length: 0, outline: [], text: '', start: 0, end: 0, citation: '' };

function withPaper(added: AddedPaper) {
  const { article, ...rest } = toAddedPaper(added);
  return { article, paper: rest };
}

/** What looks like no paper stays the document that it is. */
async function asPaper({ research }: App, asked: Omit<AddRequest, 'from'>, document: string | undefined) {
  if (document === undefined) return {};
  try {
    return withPaper(await research.adding.add({ ...asked, from: { document } }));
  } catch (error) {
    if (asked.unlessOther && toZapomniError(error).code === 'INVALID_INPUT') return {};
    throw error;
  }
}

type Place = { path: string } | { url: string } | { identifier: string };

function placeOf(given: Readonly<Record<'path' | 'url' | 'identifier', string | undefined>>): Place {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  if (named.length !== 1) throw invalidField('path', 'give one of path, url and identifier');
  if (given.path?.trim() === '') throw invalidField('path', 'is empty');
  return Object.fromEntries(named) as Place;
}
