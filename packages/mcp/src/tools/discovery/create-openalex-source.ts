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
  name: 'create_openalex_source',
  title: 'Follow OpenAlex',
  description:
    'Look at OpenAlex again and again for keywords or topics. Without a key (setting openalex_key) its daily budget is small.',
  input: z.strictObject({
    ...sourceFields,
    ...keywordFields,
    topics: z.array(z.string()).default([]).describe('Ids of OpenAlex.'),
    filter: z.string().optional().describe("In OpenAlex's words, such as is_oa:true."),
    start_date: dayField,
    end_date: dayField,
  }),
  output: sourceOutput,
  annotations: ADDS,
  async run(given, context) {
    const { keywords, match, authors, topics: subjects, filter, start_date: from, end_date: until } = given;
    const workspace = workspaceToFill(context, given.workspace_id);
    const search = { keywords, match, authors, subjects, filter, from, until };
    const input = { ...sharedInput(given), kind: 'openalex', ...search };
    return toSource(await context.app.research.discovery.createSource(workspace, input));
  },
  text: (source) => `Created. ${sourceLine(source)}`,
});
