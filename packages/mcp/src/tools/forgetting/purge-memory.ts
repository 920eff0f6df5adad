import { ZapomniError } from '@zapomni/core/errors';
import { z } from 'zod';
import { DESTROYS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { documentName } from '../../fields/document-fields.ts';
import { memoryId, receiptOutput } from '../../fields/memory-fields.ts';
import { toPurged } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const sentences = z.array(z.string());

export default defineTool({
  name: 'purge_memory',
  title: 'Forget without a trace',
  description:
    'Delete memories or documents for good, also from caches and the raw files of the store (slow). The receipt says where they may still be. Otherwise use delete_memory.',
  input: z.strictObject({
    memory_ids: z.array(memoryId).max(1000).default([]),
    documents: z.array(documentName).max(1000).default([]),
    confirm: z.boolean().default(false).describe('Must be true.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.literal('purged'),
    purged_at: unlisted(z.string()),
    workspace_id: unlisted(z.string()),
    memory_ids: unlisted(z.array(z.string())),
    sha256: unlisted(z.array(z.object({ hash: z.string(), of: z.enum(['text', 'bytes']) }))),
    removed: unlisted(receiptOutput),
    blobs: unlisted(z.object({ removed: z.number().int(), bytes: z.number().int() })),
    tasks: unlisted(z.number().int()),
    cache_files: unlisted(z.number().int()),
    done: unlisted(sentences),
    remains: sentences,
    copies: unlisted(z.array(z.object({ kind: z.enum(['backup', 'export']), name: z.string(), made_at: z.string() }))),
  }),
  annotations: DESTROYS,
  // It writes all of the store anew, whosever memories are in it.
  scope: 'admin',
  timeoutMs: 900_000,
  async run({ memory_ids: ids, documents, confirm, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    if (ids.length + documents.length === 0)
      throw new ZapomniError('INVALID_INPUT', 'memory_ids: name at least one memory or document.', {
        issues: [{ field: 'memory_ids', error: 'name at least one memory or document' }],
      });
    if (!confirm)
      throw new ZapomniError('FORBIDDEN', 'confirm: must be true, for this cannot be undone.', {
        issues: [{ field: 'confirm', error: 'must be true' }],
      });
    return toPurged(await context.app.memories.purge({ workspace, ids, documents }));
  },
  text: ({ removed, blobs, done, remains, copies }) =>
    [
      `Purged: ${removed.memories} memories, ${removed.chunks} chunks, ${removed.versions} earlier versions, ${blobs.removed} blobs.`,
      ...done,
      ...remains.map((where) => `Remains: ${where}`),
      ...(copies.length === 0 ? [] : [`Copies made before may hold it: ${copies.map(({ name }) => name).join(', ')}`]),
    ].join('\n'),
});
