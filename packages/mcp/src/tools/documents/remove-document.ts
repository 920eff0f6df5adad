import { ZapomniError } from '@zapomni/core/errors';
import { z } from 'zod';
import { DESTROYS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { documentName } from '../../fields/document-fields.ts';
import { receiptOutput } from '../../fields/memory-fields.ts';
import { toRemovedDocument } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'remove_document',
  title: 'Remove a document',
  description: 'Forget a document, its text and its history for good. The file or page itself stays.',
  input: z.strictObject({
    document: documentName,
    confirm: z.boolean().default(false).describe('Must be true.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.literal('removed'),
    document_id: z.string(),
    name: z.string(),
    removed: receiptOutput,
  }),
  annotations: DESTROYS,
  async run({ document, confirm, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const known = await context.app.documents.get(workspace, document);
    if (!confirm) {
      const size = known.value.characters;
      throw new ZapomniError('FORBIDDEN', `confirm: must be true to remove this document of ${size} characters.`, {
        issues: [{ field: 'confirm', error: 'must be true' }],
      });
    }
    return toRemovedDocument(known, await context.app.documents.remove(workspace, known.key));
  },
  text: ({ name, document_id, removed }) =>
    `Document removed: ${name}\nID: ${document_id}\nChunks removed: ${removed.chunks}, earlier versions: ${removed.versions}`,
});
