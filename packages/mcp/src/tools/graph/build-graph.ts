import { BUILD_MODES, type BuildMode, type TextReading } from '@zapomni/core/graph';
import { invalidField } from '@zapomni/core/errors';
import { z } from 'zod';
import { ADDS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { memoryId } from '../../fields/memory-fields.ts';
import { shorten } from '../../lines/memory-lines.ts';
import { nameLine } from '../../lines/graph-lines.ts';
import { taskLine, taskOutput } from '../../fields/task-fields.ts';
import { round, toTask } from '../../views/index.ts';
import { workspaceId, workspaceToFill } from '../../workspace.ts';

const found = z.object({
  entity_id: z.string(),
  name: z.string(),
  type: z.string(),
  confidence: z.number(),
  known: unlisted(z.boolean()),
});
const said = z.object({
  source: z.string(),
  type: z.string(),
  target: z.string(),
  confidence: z.number(),
  text: z.string(),
});

export default defineTool({
  name: 'build_graph',
  title: 'Build the graph',
  description:
    'Read memories for entities and relations anew, in the background; or show what one text names and relates. New memories are read by themselves.',
  input: z.strictObject({
    text: z.string().min(1).max(100_000).optional().describe('Read this at once.'),
    remember: z.boolean().default(false).describe('Store the text as a memory with what it says.'),
    memory_ids: z.array(memoryId).min(1).max(10_000).optional().describe('Read these again.'),
    all: z.boolean().default(false).describe('Read every memory of the workspace again.'),
    mode: z.enum(BUILD_MODES).optional(),
    extract_entities: unlisted(z.boolean().optional()),
    build_relationships: unlisted(z.boolean().optional()),
    confidence_threshold: z.number().min(0).max(1).optional(),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.enum(['read', 'started']),
    task: taskOutput.optional(),
    memories: unlisted(z.number().int().optional()),
    entities: z.array(found).optional(),
    relations: z.array(said).optional(),
    memory_id: z.string().optional(),
  }),
  annotations: ADDS,
  aliases: { min_confidence: 'confidence_threshold' },
  async run({ text, remember, memory_ids, all, confidence_threshold: minConfidence, workspace_id, ...how }, context) {
    const given = [text !== undefined, memory_ids !== undefined, all].filter(Boolean).length;
    if (given !== 1)
      throw invalidField('text', 'give exactly one of text, memory_ids and all', 'all: true reads every memory again.');
    if (remember && text === undefined) throw invalidField('remember', 'is for text', 'Memories are stored already.');
    const mode = modeOf(how);
    const request = { workspace: workspaceToFill(context, workspace_id), mode, minConfidence };
    if (text !== undefined)
      return toReading(await context.app.graph.readText({ ...request, text, remember, signal: context.signal }));
    const { task, memories } = await context.app.graph.build({ ...request, memoryIds: memory_ids });
    return { status: 'started' as const, task: toTask(task), memories };
  },
  text: ({ task, memories, entities = [], relations = [], memory_id }) =>
    task
      ? `Reading ${memories} memories in the background.\n${taskLine(task)}\ngraph_status and get_task_status say how far it is.`
      : [
          `${entities.length} entities, ${relations.length} relations.`,
          ...entities.map((entity) => `- ${nameLine(entity)} ${entity.confidence.toFixed(2)}`),
          ...relations.map(
            ({ source, type, target, confidence, text }) =>
              `- ${source} —${type}→ ${target} ${confidence.toFixed(2)}: “${shorten(text, 200)}”`,
          ),
          memory_id ? `Remembered as memory ${memory_id}.` : 'Nothing was stored.',
        ].join('\n'),
});

interface How {
  readonly mode?: BuildMode | undefined;
  readonly extract_entities?: boolean | undefined;
  readonly build_relationships?: boolean | undefined;
}

/** Whoever uses one of the older switches gets the older default of the other: entities, and no relations unless asked. */
function modeOf({ mode, extract_entities: entities, build_relationships: relations }: How): BuildMode {
  if (entities === undefined && relations === undefined) return mode ?? 'full';
  if (mode !== undefined)
    throw invalidField('mode', 'says the same as extract_entities and build_relationships', 'Give one or the other.');
  if (relations) return (entities ?? true) ? 'full' : 'relationships_only';
  if (entities ?? true) return 'entities_only';
  throw invalidField('extract_entities', 'leaves nothing to read for', 'Set build_relationships to true.');
}

function toReading({ entities, relations, memoryId: id }: TextReading) {
  const names = new Map(entities.map((entity) => [entity.id, entity.name]));
  return {
    status: 'read' as const,
    entities: entities.map((entity) => ({
      entity_id: entity.id,
      name: entity.name,
      type: entity.type,
      confidence: round(entity.confidence),
      known: entity.known,
    })),
    relations: relations.map(({ source, type, target, confidence, text }) => ({
      source: names.get(source) ?? source,
      type,
      target: names.get(target) ?? target,
      confidence: round(confidence),
      text,
    })),
    ...(id === null ? {} : { memory_id: id }),
  };
}
