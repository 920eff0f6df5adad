import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { entityOutput } from '../../fields/graph-fields.ts';
import { nameLine } from '../../lines/graph-lines.ts';
import { taskLine, taskOutput } from '../../fields/task-fields.ts';
import { toStatus } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const counts = z.record(z.string(), z.number().int());

export default defineTool({
  name: 'graph_status',
  title: 'Graph status',
  description: 'How big the knowledge graph is, what waits to be read, what is connected most, and whether it is well.',
  input: z.strictObject({ workspace_id: workspaceId.optional() }),
  output: z.object({
    health: z.enum(['Healthy', 'Warning', 'Critical']),
    reason: unlisted(z.string()),
    entities: z.number().int(),
    relations: z.number().int(),
    mentions: z.number().int(),
    entity_types: counts,
    relation_types: counts,
    memories: z.number().int(),
    pending: z.number().int().describe('Memories that wait to be read.'),
    coverage_percent: z.number(),
    entities_per_memory: unlisted(z.number()),
    relations_per_entity: unlisted(z.number()),
    top_connected: unlisted(z.array(entityOutput)),
    tasks: unlisted(z.array(taskOutput)),
    enabled: unlisted(z.boolean()),
    extractor: unlisted(z.string()),
    workspace_id: unlisted(z.string()),
  }),
  annotations: READS,
  async run({ workspace_id }, context) {
    return toStatus(await context.app.graph.status(await workspaceToUse(context, workspace_id)));
  },
  text: (status) =>
    [
      `${status.health}: ${status.reason}`,
      `Workspace ${status.workspace_id}: ${status.entities} entities, ${status.relations} relations, ${status.mentions} mentions.`,
      `${status.memories} memories, ${status.pending} wait to be read; ${status.coverage_percent} % of those read name something.`,
      `Entities: ${list(status.entity_types)}`,
      `Relations: ${list(status.relation_types)}`,
      ...(status.top_connected.length > 0 ? ['Most connected:'] : []),
      ...status.top_connected.map((entity) => `- ${nameLine(entity)}: relations ${entity.relations}`),
      ...status.tasks.map(taskLine),
      ...(status.enabled ? [] : ['Reading in the background is off (setting `graph`); build_graph reads on demand.']),
    ].join('\n'),
});

/** The most frequent first. */
function list(numbers: Readonly<Record<string, number>>): string {
  const entries = Object.entries(numbers).toSorted(([, a], [, b]) => b - a);
  return entries.length === 0 ? 'none' : entries.map(([name, n]) => `${name} ${n}`).join(', ');
}
