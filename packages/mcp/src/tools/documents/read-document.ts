import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { documentName, outlineLine, outlineOutput } from '../../fields/document-fields.ts';
import { toPart } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'read_document',
  title: 'Read in a document',
  description: 'The text of a document in parts: a section, a page, or on from a cursor; or its outline.',
  input: z.strictObject({
    document: documentName,
    outline: z.boolean().default(false),
    section: z.string().optional().describe('Its title, or how that begins.'),
    page: z.string().optional(),
    cursor: z.string().optional(),
    version: z.number().int().min(1).max(1_000_000).optional().describe('As it was before; outline tells which.'),
    max_chars: z.number().int().min(100).max(100_000).default(8000),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    document_id: unlisted(z.string()),
    name: z.string(),
    title: unlisted(z.string().optional()),
    length: unlisted(z.number().int()),
    text: z.string().optional(),
    start: unlisted(z.number().int().optional()),
    end: unlisted(z.number().int().optional()),
    citation: z.string().optional(),
    outline: unlisted(outlineOutput.optional()),
    versions: unlisted(z.array(z.record(z.string(), z.unknown())).optional()),
    next_cursor: z.string().optional(),
  }),
  annotations: READS,
  async run({ max_chars: maxChars, workspace_id, ...asked }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toPart(await context.app.documents.read({ workspace, maxChars, ...asked }));
  },
  text: ({ name, length, citation = name, text = '', outline, versions = [], next_cursor }) =>
    outline
      ? [
          `${name}, ${length} characters:`,
          ...outline.map(outlineLine),
          ...versions.map(({ version, recorded_from }) => `Earlier: version ${version}, of ${recorded_from}`),
        ].join('\n')
      : [`${citation}:`, text, ...(next_cursor ? [`More: cursor ${next_cursor}`] : [])].join('\n'),
});
