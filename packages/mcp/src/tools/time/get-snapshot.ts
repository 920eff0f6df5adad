import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { shorten } from '../../lines/memory-lines.ts';
import { relationOutput } from '../../fields/graph-fields.ts';
import { relationLine } from '../../lines/graph-lines.ts';
import { momentArguments, toMoment } from '../../fields/time-arguments.ts';
import { toSnapshot } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const memoryOutput = z.object({
  memory_id: z.string(),
  text: z.string(),
  version: unlisted(z.number().int()),
  valid_from: z.string(),
  valid_to: z.string().optional(),
  recorded_at: unlisted(z.string()),
  recorded_to: unlisted(z.string().optional()),
});

export default defineTool({
  name: 'get_snapshot',
  title: 'Snapshot',
  description:
    'What held at a moment, memories and relations; with known_at, as the store believed then: "what did we think in March".',
  input: z.strictObject({
    ...momentArguments,
    limit: z.number().int().min(1).max(200).default(50).describe('Of each kind.'),
    memory_cursor: z.string().optional(),
    relation_cursor: z.string().optional(),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    as_of: z.string(),
    known_at: z.string(),
    memories_total: z.number().int(),
    memories: z.array(memoryOutput),
    relations_total: z.number().int(),
    relations: z.array(relationOutput),
    memory_cursor: z.string().optional(),
    relation_cursor: z.string().optional(),
  }),
  annotations: READS,
  async run({ as_of, known_at, limit, memory_cursor, relation_cursor, workspace_id }, context) {
    const moment = toMoment({ as_of, known_at }, context.app.clock.now());
    const workspace = await workspaceToUse(context, workspace_id);
    const request = { workspace, ...moment, limit, ...cursors(memory_cursor, relation_cursor) };
    return toSnapshot(await context.app.time.snapshot(request));
  },
  text: (shot) =>
    [
      `What held at ${shot.as_of}, as believed at ${shot.known_at}:`,
      `${shot.memories.length} of ${shot.memories_total} memories`,
      ...shot.memories.map(
        ({ text, memory_id }) => `- ${shorten(text.replaceAll(/\s+/g, ' '), 200)} [memory ${memory_id}]`,
      ),
      `${shot.relations.length} of ${shot.relations_total} relations`,
      ...shot.relations.map((relation) => `- ${relationLine(relation)}`),
      ...(shot.memory_cursor ? [`More memories: memory_cursor ${shot.memory_cursor}`] : []),
      ...(shot.relation_cursor ? [`More relations: relation_cursor ${shot.relation_cursor}`] : []),
    ].join('\n'),
});

/** Going on with one kind means that the other is done. */
function cursors(memoryCursor: string | undefined, relationCursor: string | undefined) {
  if (memoryCursor === undefined && relationCursor === undefined) return {};
  return { memoryCursor: memoryCursor ?? null, relationCursor: relationCursor ?? null };
}
