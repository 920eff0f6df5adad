import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { entityOutput } from '../../fields/graph-fields.ts';
import { nameLine } from '../../lines/graph-lines.ts';
import { toEntities } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'search_entities',
  title: 'Find entities',
  description:
    'Find people, organisations, technologies and other things that memories name, by words of their names. Without a query: the most connected ones.',
  input: z.strictObject({
    query: z.string().max(1000).default(''),
    types: z.array(z.string()).optional().describe('Only these: person, organization, technology …'),
    limit: z.number().int().min(1).max(200).default(20),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ count: z.number().int(), entities: z.array(entityOutput) }),
  annotations: READS,
  async run({ query, types, limit, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toEntities(await context.app.graph.searchEntities({ workspace, query, types, limit }));
  },
  text: ({ count, entities }) =>
    count === 0
      ? 'No entity matches. graph_status says how many there are and what still waits to be read.'
      : [
          `Found ${count} ${count === 1 ? 'entity' : 'entities'}:`,
          ...entities.map(
            (entity) => `- ${nameLine(entity)}: mentions ${entity.mentions}, relations ${entity.relations}`,
          ),
        ].join('\n'),
});
