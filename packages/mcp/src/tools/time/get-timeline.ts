import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { memoryId } from '../../fields/memory-fields.ts';
import { entityArgument, entityOutput } from '../../fields/graph-fields.ts';
import { notFoundText } from '../../lines/graph-lines.ts';
import { entryLine, entryOutput } from '../../fields/timeline-fields.ts';
import { momentArguments, timeArguments, toMoment, withTimes } from '../../fields/time-arguments.ts';
import { toTimeline } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'get_timeline',
  title: 'Timeline',
  description:
    'What was so from when to when, latest first: about an entity, the versions of one memory, or the whole workspace.',
  input: z.strictObject({
    entity: entityArgument.optional(),
    memory_id: memoryId.optional(),
    since: timeArguments.since,
    until: timeArguments.until,
    known_at: momentArguments.known_at,
    limit: z.number().int().min(1).max(200).default(50),
    cursor: z.string().optional(),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    status: z.enum(['found', 'not_found']),
    count: z.number().int(),
    entries: z.array(entryOutput),
    next_cursor: z.string().optional(),
    entity: unlisted(entityOutput.optional()),
    suggestions: unlisted(z.array(entityOutput)),
  }),
  annotations: READS,
  async run({ entity, memory_id: memory, since, until, known_at, limit, cursor, workspace_id }, context) {
    const { from, before } = withTimes(undefined, { since, until }, context.app.clock.now()) ?? {};
    const { knownAt } = toMoment({ known_at }, context.app.clock.now());
    const workspace = await workspaceToUse(context, workspace_id);
    const request = { workspace, entity, memoryId: memory, from, until: before, knownAt, limit, cursor };
    return toTimeline(await context.app.time.timeline(request), entity !== undefined);
  },
  text({ status, count, entries, next_cursor, suggestions }, { entity = '' }) {
    if (status === 'not_found') return notFoundText(entity, suggestions);
    return [
      count === 0 ? 'Nothing is known of that time.' : `${count} entries, latest first:`,
      ...entries.map((entry) => `- ${entryLine(entry)}`),
      ...(next_cursor ? [`More: cursor ${next_cursor}`] : []),
    ].join('\n');
  },
});
