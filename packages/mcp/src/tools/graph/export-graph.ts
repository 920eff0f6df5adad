import { EXPORT_FORMATS } from '@zapomni/core/graph';
import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { momentArguments, toMoment } from '../../fields/time-arguments.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'export_graph',
  title: 'Export the graph',
  description:
    'Write the graph to a file below the export folder, for Gephi, Cytoscape, Neo4j, a web page or a diagram.',
  input: z.strictObject({
    format: z.enum(EXPORT_FORMATS),
    output_path: z.string().max(1000).optional().describe('Relative, e.g. team.graphml; made up if left out.'),
    overwrite: z.boolean().default(false),
    node_types: z.array(z.string()).optional().describe('Only entities of these types.'),
    include_metadata: z.boolean().default(true).describe('Aliases, counts, times, strengths.'),
    pretty_print: z.boolean().default(false),
    include_style: unlisted(z.boolean().default(false)),
    batch_size: unlisted(z.number().int().min(1).max(10_000).default(1000)),
    ...momentArguments,
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.literal('exported'),
    path: z.string(),
    format: z.string(),
    bytes: z.number().int(),
    entities: z.number().int(),
    relations: z.number().int(),
  }),
  annotations: ADDS,
  aliases: { file: 'output_path' },
  async run({ format, overwrite, as_of, known_at, workspace_id, ...how }, context) {
    const moment = toMoment({ as_of, known_at }, context.app.clock.now());
    const workspace = await workspaceToUse(context, workspace_id);
    const exported = await context.app.graph.export({
      workspace,
      format,
      file: how.output_path,
      overwrite,
      types: how.node_types,
      details: how.include_metadata,
      pretty: how.pretty_print,
      style: how.include_style,
      batchSize: how.batch_size,
      ...moment,
      signal: context.signal,
    });
    return { status: 'exported' as const, ...exported };
  },
  text: ({ path, format, bytes, entities, relations }) =>
    `Exported ${entities} entities and ${relations} relations as ${format}.\nFile: ${path} (${bytes} bytes)`,
});
