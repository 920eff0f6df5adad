import { FORMAT_NAMES } from '@zapomni/core/research';
import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { toImportReport } from '../../views/papers/index.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

const entryOutput = z.object({
  line: z.number().int(),
  citekey: z.string().optional(),
  type: unlisted(z.string()),
  title: z.string(),
  authors: unlisted(z.array(z.string())),
  authors_total: unlisted(z.number().int().optional()),
  year: unlisted(z.number().int().optional()),
  doi: unlisted(z.string().optional()),
  venue: unlisted(z.string().optional()),
  pages: unlisted(z.string().optional()),
  status: unlisted(z.string().optional()),
  id: z.string().optional(),
  renamed_from: unlisted(z.string().optional()),
  may_be: unlisted(z.array(z.string()).optional()),
  same_as: unlisted(
    z.array(z.object({ entry: z.number().int(), verdict: z.string(), confidence: z.number() })).optional(),
  ),
  fields: unlisted(z.record(z.string(), z.unknown()).optional()),
});

export default defineTool({
  name: 'import_bibliography',
  title: 'Import a bibliography',
  description:
    'Take the works of a bibliography into the library: BibTeX, BibLaTeX, RIS, EndNote, nbib, PubMed, CSL-JSON, Zotero RDF, MODS, CSV and more, told by the content. Bad entries are named with their line; the rest is taken.',
  input: z.strictObject({
    content: z.string().max(50_000_000).optional().describe('The text itself.'),
    path: z.string().optional().describe('Or a file, absolute.'),
    format: z.enum(FORMAT_NAMES).optional(),
    dry_run: z.boolean().default(false).describe('Only tell what is in it, with all fields.'),
    tags: z.array(z.string()).max(50).optional(),
    limit: z.number().int().min(1).max(1000).default(50).describe('Entries to tell of; all are read.'),
    offset: z.number().int().min(0).max(1_000_000).default(0),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.enum(['imported', 'dry_run']),
    format: z.string(),
    total: z.number().int(),
    added: z.number().int().optional(),
    updated: unlisted(z.number().int().optional()),
    unchanged: unlisted(z.number().int().optional()),
    forgotten: unlisted(z.number().int().optional()),
    entries: z.array(entryOutput),
    problems: z.array(
      z.object({ line: z.number().int(), message: z.string(), citekey: unlisted(z.string().optional()) }),
    ),
    problems_total: unlisted(z.number().int()),
  }),
  // What is wrong with a text is wrong with the file that it came from.
  fieldNames: ({ path }): Record<string, string> => (path === undefined ? {} : { content: 'path' }),
  annotations: CHANGES,
  aliases: { text: 'content', file: 'path' },
  async run({ workspace_id, dry_run: dryRun, ...asked }, context) {
    const workspace = workspaceToFill(context, workspace_id);
    const { caller, signal, progress } = context;
    const onProgress = (done: number) => progress(done);
    const request = { ...asked, workspace, client: caller.subject, signal, dryRun, onProgress };
    return toImportReport(await context.app.research.bibliography.take(request));
  },
  text: ({
    status,
    format,
    total,
    added = 0,
    updated = 0,
    unchanged = 0,
    forgotten = 0,
    entries,
    problems,
    problems_total: wrong,
  }) =>
    [
      status === 'dry_run'
        ? `${total} entries of ${format}; nothing was stored.`
        : `${total} entries of ${format}: ${added} added, ${updated} updated, ${unchanged} known already${forgotten > 0 ? `, ${forgotten} left out because they were deleted` : ''}.`,
      ...entries.map(
        ({ line, citekey = 'no key', title, id, status: became }) =>
          `- line ${line}: ${citekey} · ${title}${id === undefined ? '' : ` · ${became} ${id}`}`,
      ),
      ...(entries.length < total ? [`${entries.length} of ${total} are shown; limit and offset show others.`] : []),
      ...(wrong > 0 ? [`${wrong} problems${wrong > problems.length ? `, the first ${problems.length}` : ''}:`] : []),
      ...problems.map(({ line, message }) => `- line ${line}: ${message}`),
    ].join('\n'),
});
