import { WRITABLE, type WritableFormat } from '@zapomni/core/research';
import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { nextLine, ofTotal, paperSet, totalOutput } from '../../fields/paper-fields.ts';
import { orLeast } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

/** What people call two of the formats. */
const SHORT = { endnote: 'endnote-xml', json: 'csl-json' } as const;

export default defineTool({
  name: 'export_bibliography',
  title: 'Export a bibliography',
  description:
    'Papers of the library as BibTeX, RIS, EndNote, CSL-JSON, CSV and more, under their citekeys; inline or into a file below the export folder.',
  input: z.strictObject({
    format: z.enum([...WRITABLE, 'endnote', 'json']).default('bibtex'),
    articles: z.array(z.string()).min(1).max(1000).optional().describe('Only these: ids, citekeys, DOIs …'),
    search_query: z.string().optional().describe('Only what it finds.'),
    index: paperSet,
    max_results: z.number().int().min(1).max(1000).default(100),
    cursor: z.string().optional(),
    filename: z.string().optional(),
    overwrite: unlisted(z.boolean().default(false)),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    ...totalOutput,
    entries: z.number().int(),
    format: z.string(),
    path: z.string().optional(),
    bytes: unlisted(z.number().int().optional()),
    next_cursor: z.string().optional(),
    content: z.string().optional(),
  }),
  fieldNames: { query: 'search_query', output_path: 'filename' },
  annotations: ADDS,
  async run(
    { format: said, articles, search_query, index, max_results, cursor, filename, overwrite, workspace_id },
    context,
  ) {
    const workspace = await workspaceToUse(context, workspace_id);
    const format: WritableFormat = said === 'endnote' || said === 'json' ? SHORT[said] : said;
    const { entries, file, text, total, isCounted, next } = await context.app.research.bibliography.export({
      workspace,
      format,
      articles,
      query: search_query,
      index,
      most: max_results,
      cursor,
      file: filename,
      overwrite,
      signal: context.signal,
    });
    return {
      total,
      ...orLeast(isCounted),
      entries,
      format,
      ...(next === null ? {} : { next_cursor: next }),
      ...(file ? { path: file.path, bytes: file.bytes } : {}),
      ...(text === null ? {} : { content: text }),
    };
  },
  text: ({ entries, format, path, bytes, content, next_cursor, ...rest }) =>
    [
      ...(path === undefined && next_cursor === undefined
        ? []
        : [`${ofTotal(entries, rest, 'entries')} as ${format}.`]),
      ...nextLine(next_cursor),
      ...(entries === 0 ? ['No paper fits.'] : []),
      path === undefined ? (content ?? '') : `File: ${path} (${bytes} bytes)`,
    ].join('\n'),
});
