import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { dayField, sharedInput, sourceFields, sourceLine, sourceOutput } from '../../fields/discovery-fields.ts';
import { toSource } from '../../views/research/index.ts';
import { workspaceToFill } from '../../workspace.ts';

export default defineTool({
  name: 'create_biorxiv_source',
  title: 'Follow bioRxiv or medRxiv',
  description:
    'Look at what is posted on bioRxiv or medRxiv, from the last week on. It has no search: keywords are sifted here.',
  input: z.strictObject({
    ...sourceFields,
    server: z.enum(['biorxiv', 'medrxiv']).default('biorxiv'),
    keywords: z.array(z.string()).default([]),
    match: z.enum(['any', 'all']).default('any'),
    categories: z.array(z.string()).default([]).describe('Such as neuroscience.'),
    start_date: dayField,
    end_date: dayField,
  }),
  output: sourceOutput,
  annotations: ADDS,
  async run(given, context) {
    const { keywords, match, categories: subjects, server, start_date: from, end_date: until } = given;
    const workspace = workspaceToFill(context, given.workspace_id);
    const search = { keywords, match, subjects, server, from, until };
    const input = { ...sharedInput(given), kind: 'biorxiv', ...search };
    return toSource(await context.app.research.discovery.createSource(workspace, input));
  },
  text: (source) => `Created. ${sourceLine(source)}`,
});
