import { invalidField } from '@zapomni/core/errors';
import { z } from 'zod';
import { GATHERS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { broughtOutput, broughtText } from '../../fields/document-fields.ts';
import { toBrought } from '../../views/index.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

export default defineTool({
  name: 'add_document',
  title: 'Read a document',
  description:
    'Bring in a document by path, URL or text: search_memory then finds it with page and section, read_document and find_quote look into it. What has not changed is not read again.',
  input: z.strictObject({
    path: z.string().optional().describe('Absolute, below a folder that may be read.'),
    url: z.string().optional(),
    text: z.string().optional(),
    name: z.string().optional().describe('For text; notes.md says that it is Markdown.'),
    workspace_id: workspaceId.optional(),
  }),
  output: broughtOutput,
  annotations: GATHERS,
  async run({ path, url, text, name, workspace_id }, context) {
    const workspace = workspaceToFill(context, workspace_id);
    const asked = { workspace, client: context.caller.subject, signal: context.signal };
    const brought = await context.app.documents.add({ ...asked, ...only({ path, url, text, name }) });
    if (brought.error) throw brought.error;
    return toBrought(brought);
  },
  text: broughtText,
});

interface Given {
  readonly path: string | undefined;
  readonly url: string | undefined;
  readonly text: string | undefined;
  readonly name: string | undefined;
}

function only({ path, url, text, name }: Given) {
  const given = [path, url, text].filter((one) => one !== undefined).length;
  if (given !== 1) throw invalidField('path', 'give exactly one of path, url and text');
  if (name !== undefined && text === undefined) throw invalidField('name', 'is for text; files and pages have one');
  if (path !== undefined) return { path };
  return url === undefined ? { text: text ?? '', name } : { url };
}
