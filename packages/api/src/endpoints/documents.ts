/** Documents: what there is, and to read in them. */
import findQuote from '@zapomni/mcp/tools/documents/find-quote';
import listDocuments from '@zapomni/mcp/tools/documents/list-documents';
import readDocument from '@zapomni/mcp/tools/documents/read-document';
import refreshDocument from '@zapomni/mcp/tools/documents/refresh-document';
import removeDocument from '@zapomni/mcp/tools/documents/remove-document';
import { toDocument } from '@zapomni/mcp/views';
import { z } from 'zod';
import { defineEndpoint, fromTool } from '../endpoint.ts';
import { workspaceOf } from '../workspace.ts';

const whole = z.number().int();

const readLeaf = defineEndpoint({
  method: 'GET',
  path: '/api/documents/{document}/leaf',
  scope: 'read',
  summary: 'A document as one turns its leaves: the page, or what stands for one, at a place of its text',
  input: z.strictObject({
    document: z.string(),
    at: whole.min(0).optional(),
    page: z.string().optional(),
    workspace_id: z.string().optional(),
  }),
  output: z.object({
    document: listDocuments.output.shape.documents.element,
    text: z.string(),
    start: whole,
    end: whole,
    page: z.string().optional(),
    citation: z.string(),
    number: whole,
    total: whole,
    before: whole.optional(),
    after: whole.optional(),
  }),
  async run({ workspace_id: named, ...asked }, { app }) {
    const leaf = await app.documents.leaf({ workspace: await workspaceOf(app, named), ...asked });
    const { document, page, before, after, ...rest } = leaf;
    return {
      ...rest,
      document: toDocument(document),
      ...(page === null ? {} : { page }),
      ...(before === null ? {} : { before }),
      ...(after === null ? {} : { after }),
    };
  },
});

export const documentEndpoints = {
  listDocuments: fromTool('GET', '/api/documents', listDocuments),
  readDocument: fromTool('GET', '/api/documents/{document}', readDocument),
  readLeaf,
  refreshDocument: fromTool('POST', '/api/documents/{document}/refresh', refreshDocument),
  removeDocument: fromTool('DELETE', '/api/documents/{document}', removeDocument),
  findQuote: fromTool('GET', '/api/quotes', findQuote),
};
