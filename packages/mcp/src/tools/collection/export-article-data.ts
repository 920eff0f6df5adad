import { DATA_FORMATS } from '@zapomni/core/research';
import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { nextLine, ofTotal, paperSet, totalOutput } from '../../fields/paper-fields.ts';
import { orLeast } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'export_article_data',
  title: 'Export papers as data',
  description:
    'All fields of papers as data, jsonl without loss; into a file below the export folder, or as many as fit inline.',
  input: z.strictObject({
    format: z.enum(DATA_FORMATS).default('json'),
    search_query: z.string().optional().describe('Only what it finds.'),
    index: paperSet,
    max_articles: z.number().int().min(1).max(1000).default(100),
    include_content: z.boolean().default(false).describe('Also the texts.'),
    include_metadata: z.boolean().default(true),
    cursor: z.string().optional(),
    filename: z.string().optional(),
    overwrite: unlisted(z.boolean().default(false)),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    ...totalOutput,
    articles: z.number().int(),
    path: z.string().optional(),
    bytes: unlisted(z.number().int().optional()),
    next_cursor: z.string().optional(),
    data: z.string().optional(),
  }),
  fieldNames: { query: 'search_query', output_path: 'filename' },
  annotations: ADDS,
  async run({ format, search_query, max_articles, include_content, include_metadata, cursor, ...rest }, context) {
    const workspace = await workspaceToUse(context, rest.workspace_id);
    const { articles, file, text, total, isCounted, next } = await context.app.research.maintenance.export({
      workspace,
      format,
      query: search_query,
      index: rest.index,
      most: max_articles,
      cursor,
      content: include_content,
      metadata: include_metadata,
      file: rest.filename,
      overwrite: rest.overwrite,
      signal: context.signal,
    });
    return {
      total,
      ...orLeast(isCounted),
      articles,
      ...(next === null ? {} : { next_cursor: next }),
      ...(file ? { path: file.path, bytes: file.bytes } : {}),
      ...(text === null ? {} : { data: text }),
    };
  },
  text: ({ articles, path, bytes, data, next_cursor, ...rest }, { format }) =>
    [
      ...(path === undefined && next_cursor === undefined
        ? []
        : [`${ofTotal(articles, rest, 'articles')} as ${format}.`]),
      ...nextLine(next_cursor),
      path === undefined ? (data ?? '') : `File: ${path} (${bytes} bytes)`,
    ].join('\n'),
});
