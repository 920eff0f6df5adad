import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { filtersAsInSearch, toFilterIn } from '../../fields/memory-fields.ts';
import { timesAsInSearch, withTimes } from '../../fields/time-arguments.ts';
import { facts } from '../../lines/memory-lines.ts';
import { toMemoryPage } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'list_memories',
  title: 'List memories',
  description: 'Page through memories, newest first. To find one, use search_memory.',
  input: z.strictObject({
    limit: z.number().int().min(1).max(100).default(20),
    cursor: z.string().optional(),
    filters: filtersAsInSearch.optional(),
    ...timesAsInSearch,
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    total: z.number().int(),
    count: z.number().int(),
    memories: z.array(
      z.object({
        memory_id: z.string(),
        text_preview: z.string(),
        length: unlisted(z.number().int()),
        tags: unlisted(z.array(z.string())),
        source: unlisted(z.string()),
        timestamp: z.string(),
        kind: unlisted(z.string()),
      }),
    ),
    next_cursor: z.string().optional(),
  }),
  annotations: READS,
  async run({ limit, cursor, filters: given, workspace_id, ...times }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const filter = withTimes(await toFilterIn(context.app, [workspace], given), times, context.app.clock.now());
    return toMemoryPage(await context.app.memories.list({ workspace, limit, cursor, filter }));
  },
  text: ({ total, memories, next_cursor }) =>
    [
      `${memories.length} of ${total} memories:`,
      ...memories.map(
        (memory) =>
          `- ${memory.text_preview}${memory.length > memory.text_preview.length ? '…' : ''}\n  ${facts(memory)}`,
      ),
      ...(next_cursor ? [`More: cursor ${next_cursor}`] : []),
    ].join('\n'),
});
