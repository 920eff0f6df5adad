import { DOCUMENT_STATES } from '@zapomni/core/documents';
import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { documentLine, documentOutput, watchedLine, watchedOutput } from '../../fields/document-fields.ts';
import { toDocuments } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'list_documents',
  title: 'List documents',
  description:
    'Page through the documents that were read, by name; with those that failed and why; and watched folders.',
  input: z.strictObject({
    state: z.enum(DOCUMENT_STATES).optional(),
    limit: z.number().int().min(1).max(100).default(20),
    cursor: z.string().optional(),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    total: z.number().int(),
    count: unlisted(z.number().int()),
    documents: z.array(documentOutput),
    watched_folders: unlisted(z.array(watchedOutput).optional()),
    next_cursor: z.string().optional(),
  }),
  annotations: READS,
  async run({ state, limit, cursor, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const { documents } = context.app;
    const watched = cursor === undefined ? await documents.watchedFolders(workspace) : [];
    return toDocuments(await documents.list({ workspace, state, limit, cursor }), watched);
  },
  text: ({ total, count, documents, watched_folders = [], next_cursor }) =>
    [
      `${count} of ${total} documents${count === 0 ? '.' : ':'}`,
      ...documents.map((document) => `- ${documentLine(document)}`),
      ...watched_folders.map(watchedLine),
      ...(next_cursor ? [`More: cursor ${next_cursor}`] : []),
    ].join('\n'),
});
