import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { articleIdentifier } from '../../fields/paper-fields.ts';
import { toChunks } from '../../views/papers/index.ts';
import { shorten } from '../../lines/memory-lines.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const SHOWN = 200;

const chunk = z.object({
  chunk_id: z.number().int(),
  memory_id: z.string(),
  ordinal: unlisted(z.number().int()),
  start: unlisted(z.number().int()),
  end: unlisted(z.number().int()),
  page: unlisted(z.string().optional()),
  section: unlisted(z.string().optional()),
  embedded: z.boolean(),
  text: z.string(),
});

export default defineTool({
  name: 'inspect_chunks',
  title: 'Chunks of a paper',
  description: 'How a paper is cut for search: each chunk with its text, place, and whether it has its vector.',
  input: z.strictObject({
    article_identifier: articleIdentifier,
    limit: z.number().int().min(1).max(200).default(20),
    offset: z.number().int().min(0).max(1_000_000).default(0),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ article_id: z.string(), total: z.number().int(), chunks: z.array(chunk) }),
  annotations: READS,
  async run({ article_identifier: article, limit, offset, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toChunks(await context.app.research.maintenance.chunks({ workspace, article, limit, offset }));
  },
  text: ({ total, chunks }, { offset }) =>
    [
      `${total} chunks${chunks.length < total ? `, ${chunks.length} shown` : ''}.`,
      ...chunks.map(({ chunk_id, page, embedded, text }) => {
        const place = page === undefined ? '' : `, p. ${page}`;
        return `${chunk_id}${place}${embedded ? '' : ', no vector yet'}: ${shorten(text.replaceAll(/\s+/g, ' '), SHOWN)}`;
      }),
      ...(offset + chunks.length < total ? [`More: offset ${offset + chunks.length}`] : []),
    ].join('\n'),
});
