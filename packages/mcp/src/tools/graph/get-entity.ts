import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { shorten } from '../../lines/memory-lines.ts';
import { entityArgument, entityType, nameOutput, relationOutput } from '../../fields/graph-fields.ts';
import { alternativesText, nameLine, notFoundText, relationLine } from '../../lines/graph-lines.ts';
import { suggestionLine, suggestionOutput } from '../../fields/merge-fields.ts';
import { momentArguments, toMoment } from '../../fields/time-arguments.ts';
import { toEntityView } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'get_entity',
  title: 'Read an entity',
  description: 'One thing: its other names, its relations, where memories mention it, what was merged into it.',
  input: z.strictObject({
    entity: entityArgument,
    entity_type: entityType,
    limit: z.number().int().min(1).max(100).default(10).describe('Mentions and relations, each.'),
    cursor: z.string().optional().describe('More mentions.'),
    ...momentArguments,
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    ...nameOutput,
    relations: z.array(relationOutput),
    relations_total: z.number().int(),
    mentions: z.array(
      z.object({
        memory_id: z.string(),
        text: z.string(),
        start: unlisted(z.number().int()),
        end: unlisted(z.number().int()),
      }),
    ),
    mentions_total: z.number().int(),
    next_cursor: z.string().optional(),
    merges: unlisted(z.array(z.object({ merge_id: z.string(), from: z.string(), at: z.string() }))),
    merge_suggestions: unlisted(z.array(suggestionOutput)),
  }),
  annotations: READS,
  aliases: { entity_id: 'entity', entity_name: 'entity' },
  async run({ entity, entity_type: type, limit, cursor, as_of, known_at, workspace_id }, context) {
    const moment = toMoment({ as_of, known_at }, context.app.clock.now());
    const workspace = await workspaceToUse(context, workspace_id);
    return toEntityView(await context.app.graph.entity({ workspace, entity, type, limit, cursor, ...moment }));
  },
  text(view, { entity: asked }) {
    if (!view.entity) return notFoundText(asked, view.suggestions);
    const { aliases } = view.entity;
    return [
      nameLine(view.entity) + (aliases.length > 0 ? `, also: ${shorten(aliases.join(', '), 300)}` : ''),
      `Relations (${view.relations.length} of ${view.relations_total}):`,
      ...view.relations.map((relation) => `- ${relationLine(relation)}`),
      `Mentions (${view.mentions.length} of ${view.mentions_total}):`,
      ...view.mentions.map(({ text, memory_id }) => `- “${shorten(text, 200)}” [memory ${memory_id}]`),
      ...(view.next_cursor ? [`More mentions: cursor ${view.next_cursor}`] : []),
      ...view.merges.map(
        ({ merge_id, from }) => `Merged from ${from}; split_entities with merge_id ${merge_id} undoes it.`,
      ),
      ...view.merge_suggestions.map((one) => `Perhaps the same: ${suggestionLine(one)}`),
      ...alternativesText(view.alternatives),
    ].join('\n');
  },
});
