import { z } from 'zod';
import { GATHERS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { broughtOutput, broughtText, documentName } from '../../fields/document-fields.ts';
import { toBrought } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'refresh_document',
  title: 'Refresh a document',
  description: 'Read a document again from where it came from, if it has changed there; one that is gone is forgotten.',
  input: z.strictObject({
    document: documentName,
    force: z.boolean().default(false).describe('Also when it seems to be as it was.'),
    workspace_id: workspaceId.optional(),
  }),
  output: broughtOutput,
  annotations: GATHERS,
  async run({ document, force: again, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const asked = { workspace, client: context.caller.subject, signal: context.signal };
    const brought = await context.app.documents.refresh({ ...asked, document, again });
    if (brought.error) throw brought.error;
    return toBrought(brought);
  },
  text: broughtText,
});
