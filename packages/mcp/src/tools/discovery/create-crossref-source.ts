import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import {
  dayField,
  keywordFields,
  sharedInput,
  sourceFields,
  sourceLine,
  sourceOutput,
} from '../../fields/discovery-fields.ts';
import { toSource } from '../../views/research/index.ts';
import { workspaceToFill } from '../../workspace.ts';

export default defineTool({
  name: 'create_crossref_source',
  title: 'Follow Crossref',
  description: 'Look at Crossref, where publishers register works, again and again for keywords.',
  input: z.strictObject({
    ...sourceFields,
    ...keywordFields,
    container: z.string().optional().describe('Journal, or its ISSN.'),
    types: z.array(z.string()).default([]).describe('journal-article, book-chapter …'),
    filter: z.string().optional().describe("In Crossref's words, such as has-abstract:true."),
    start_date: dayField,
    end_date: dayField,
  }),
  output: sourceOutput,
  annotations: ADDS,
  async run(given, context) {
    const { keywords, match, authors, container: venue, types, filter, start_date: from, end_date: until } = given;
    const workspace = workspaceToFill(context, given.workspace_id);
    const search = { keywords, match, authors, venue, types, filter, from, until };
    const input = { ...sharedInput(given), kind: 'crossref', ...search };
    return toSource(await context.app.research.discovery.createSource(workspace, input));
  },
  text: (source) => `Created. ${sourceLine(source)}`,
});
