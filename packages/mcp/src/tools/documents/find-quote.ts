import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { documentName } from '../../fields/document-fields.ts';
import { toQuotes } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const place = z.object({
  document_id: unlisted(z.string()),
  name: unlisted(z.string()),
  text: z.string(),
  start: unlisted(z.number().int()),
  end: unlisted(z.number().int()),
  match: z.enum(['exact', 'normalized', 'fuzzy']),
  similarity: unlisted(z.number()),
  page: unlisted(z.string().optional()),
  line: unlisted(z.number().int().optional()),
  headings: unlisted(z.array(z.string())),
  citation: z.string(),
});

export default defineTool({
  name: 'find_quote',
  title: 'Find a quote',
  description:
    'Whether documents say something in these words, and on which page: exact, but for spaces, hyphens and quotation marks, or nearly. Says when it is not there.',
  input: z.strictObject({
    quote: z.string(),
    document: documentName.optional(),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    found: z.boolean(),
    count: unlisted(z.number().int()),
    places: z.array(place),
    nearest: unlisted(place.optional()),
    documents_searched: unlisted(z.number().int()),
  }),
  annotations: READS,
  async run({ quote, document, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toQuotes(await context.app.documents.findQuote({ workspace, quote, document }));
  },
  text: ({ found, places, nearest, documents_searched: searched }) =>
    found
      ? places
          .map((one) => `${one.citation} [${kindOf(one)}], characters ${one.start}–${one.end}: “${one.text}”`)
          .join('\n')
      : [
          `The quote is not there; ${searched} ${searched === 1 ? 'document was' : 'documents were'} looked through.`,
          ...(nearest ? [`Nearest, and not the same: ${nearest.citation}: “${nearest.text}”`] : []),
        ].join('\n'),
});

function kindOf({ match, similarity }: z.output<typeof place>): string {
  return match === 'fuzzy' ? `nearly, ${Math.round(similarity * 100)} % alike` : match;
}
