/** What became of a paper that was added, beside the paper itself. */
import { z } from 'zod';
import { sourceReports, troubleLines } from './source-fields.ts';

export const addedPaperOutput = z.object({
  status: z.enum(['added', 'updated', 'known']),
  document_id: z.string().optional(),
  references: z.number().int(),
  references_matched: z.number().int(),
  references_here: z.number().int(),
  citing_sentences: z.number().int(),
  warnings: z.array(z.string()).optional(),
  sources: sourceReports.optional(),
  may_be_the_same: z.array(z.object({ paper: z.string(), why: z.string() })).optional(),
});

/** How it came in, what it cites, what it may be another record of, and what went wrong on the way. */
export function addedPaperLines(added: z.output<typeof addedPaperOutput>): string[] {
  const { status, references, references_here: here, citing_sentences: contexts, warnings = [] } = added;
  const cited = contexts === 0 ? '' : `, cited in ${contexts} sentences`;
  const cites = references === 0 ? '' : ` · ${references} references, ${here} of them here${cited}`;
  return [
    `${status === 'known' ? 'It was here already' : `It was ${status}`}${cites}`,
    ...warnings.map((warning) => `Note: ${warning}`),
    ...(added.may_be_the_same ?? []).map(
      ({ paper, why }) =>
        `It may be the same as ${paper} (${why.replaceAll('_', ' ')}); merge_articles makes them one.`,
    ),
    ...troubleLines(added.sources ?? []),
  ];
}
