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

/** arXiv's own words for the orders. */
const SORTS = { submittedDate: 'newest', lastUpdatedDate: 'updated', relevance: 'relevance' } as const;

export default defineTool({
  name: 'create_arxiv_source',
  title: 'Follow arXiv',
  description: 'Look at arXiv again and again for keywords in categories. run_discovery runs it at once.',
  input: z.strictObject({
    ...sourceFields,
    ...keywordFields,
    categories: z.array(z.string()).default(['cs.LG', 'cs.AI']).describe('Any of them; [] for all.'),
    sort_by: z.enum(['submittedDate', 'lastUpdatedDate', 'relevance']).default('submittedDate'),
    start_date: dayField,
    end_date: dayField,
  }),
  output: sourceOutput,
  annotations: ADDS,
  async run(given, context) {
    const { keywords, match, authors, categories: subjects, sort_by, start_date: from, end_date: until } = given;
    const search = { keywords, match, authors, subjects, sort: SORTS[sort_by], from, until };
    const workspace = workspaceToFill(context, given.workspace_id);
    const input = { ...sharedInput(given), kind: 'arxiv', ...search };
    return toSource(await context.app.research.discovery.createSource(workspace, input));
  },
  text: (source) => `Created. ${sourceLine(source)}`,
});
