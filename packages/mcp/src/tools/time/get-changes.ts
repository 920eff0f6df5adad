import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { memoryId } from '../../fields/memory-fields.ts';
import { changeLine, changeOutput } from '../../fields/timeline-fields.ts';
import { timeArguments, withTimes } from '../../fields/time-arguments.ts';
import { toChanges } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'get_changes',
  title: 'What changed',
  description:
    'What the store learned, corrected and forgot between two times, in order. For "what is new since Monday".',
  input: z.strictObject({
    since: z.string().describe('A date, or: yesterday, last week, 2 hours ago.'),
    until: timeArguments.until,
    kinds: z.array(z.enum(['memory', 'relation'])).optional(),
    memory_id: memoryId.optional(),
    limit: z.number().int().min(1).max(500).default(100),
    cursor: z.string().optional(),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    count: z.number().int(),
    total: z.number().int(),
    changes: z.array(changeOutput),
    next_cursor: z.string().optional(),
  }),
  annotations: READS,
  async run({ since, until, kinds, memory_id: memory, limit, cursor, workspace_id }, context) {
    const { from = 0, before } = withTimes(undefined, { since, until }, context.app.clock.now()) ?? {};
    const workspace = await workspaceToUse(context, workspace_id);
    const request = { workspace, from, until: before, kinds, memoryId: memory, limit, cursor };
    return toChanges(await context.app.time.changes(request));
  },
  text: ({ count, total, changes, next_cursor }) =>
    [
      count === 0 ? 'Nothing changed in that time.' : `${count} of ${total} changes, earliest first:`,
      ...changes.map((change) => `- ${changeLine(change)}`),
      ...(next_cursor ? [`More: cursor ${next_cursor}`] : []),
    ].join('\n'),
});
