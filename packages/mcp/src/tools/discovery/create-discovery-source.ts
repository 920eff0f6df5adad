import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { dayField, sharedInput, sourceFields, sourceLine, sourceOutput } from '../../fields/discovery-fields.ts';
import { toSource } from '../../views/research/index.ts';
import { workspaceToFill } from '../../workspace.ts';

export default defineTool({
  name: 'create_discovery_source',
  title: 'Follow a source',
  description:
    'Look at Semantic Scholar, Europe PMC, a feed (RSS, Atom, JSON) or a browser workflow again and again. arXiv and the others that have a tool of their own can be named here too.',
  input: z.strictObject({
    ...sourceFields,
    kind: z.string().describe('semanticscholar, europepmc, feed, workflow …'),
    keywords: z.array(z.string()).default([]),
    match: z.enum(['any', 'all']).default('any'),
    authors: z.array(z.string()).default([]),
    subjects: z.array(z.string()).default([]),
    venue: z.string().optional(),
    types: z.array(z.string()).default([]),
    url: z.string().optional().describe('Of a feed.'),
    workflow: z.string().optional().describe('Name of a workflow.'),
    params: z.record(z.string(), z.unknown()).default({}).describe('Of the workflow.'),
    start_date: dayField,
    end_date: dayField,
  }),
  output: sourceOutput,
  annotations: ADDS,
  async run(given, context) {
    const { kind, keywords, match, authors, subjects, venue, types, url, workflow, params } = given;
    const workspace = workspaceToFill(context, given.workspace_id);
    const search = { keywords, match, authors, subjects, venue, types, from: given.start_date, until: given.end_date };
    const input = { ...sharedInput(given), kind, ...search, url, workflow, params };
    return toSource(await context.app.research.discovery.createSource(workspace, input));
  },
  text: (source) => `Created. ${sourceLine(source)}`,
});
