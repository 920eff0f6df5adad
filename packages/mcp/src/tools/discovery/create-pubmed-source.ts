import { invalidField } from '@zapomni/core/errors';
import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { keywordFields, sharedInput, sourceFields, sourceLine, sourceOutput } from '../../fields/discovery-fields.ts';
import { toSource } from '../../views/research/index.ts';
import { workspaceToFill } from '../../workspace.ts';

export default defineTool({
  name: 'create_pubmed_source',
  title: 'Follow PubMed',
  description: 'Look at PubMed again and again for keywords in title or abstract, MeSH terms, a journal.',
  input: z.strictObject({
    ...sourceFields,
    ...keywordFields,
    date_filter: z.string().optional().describe('First and last day: 2023/01/01:2024/12/31.'),
    mesh_terms: z.array(z.string()).default([]),
    journal: z.string().optional(),
    publication_types: z.array(z.string()).default([]),
  }),
  output: sourceOutput,
  annotations: ADDS,
  async run(given, context) {
    const { keywords, match, authors, mesh_terms: subjects, journal: venue, publication_types: types } = given;
    const search = { keywords, match, authors, subjects, venue, types, ...daysIn(given.date_filter) };
    const workspace = workspaceToFill(context, given.workspace_id);
    const input = { ...sharedInput(given), kind: 'pubmed', ...search };
    return toSource(await context.app.research.discovery.createSource(workspace, input));
  },
  text: (source) => `Created. ${sourceLine(source)}`,
});

function daysIn(filter: string | undefined): { from?: string; until?: string } {
  if (filter === undefined) return {};
  const [from = '', until = '', ...more] = filter.split(':').map((day) => day.trim());
  if (more.length > 0 || (from === '' && until === ''))
    throw invalidField('date_filter', 'has the form 2023/01/01:2024/12/31', 'One of the two may be left out.');
  return { ...(from === '' ? {} : { from }), ...(until === '' ? {} : { until }) };
}
