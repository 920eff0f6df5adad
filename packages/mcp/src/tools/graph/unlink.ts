import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { entityArgument, relationOutput } from '../../fields/graph-fields.ts';
import { relationLine } from '../../lines/graph-lines.ts';
import { momentArguments, toMoment } from '../../fields/time-arguments.ts';
import { toRelation } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'unlink',
  title: 'End a relation',
  description: 'End a relation that `link` asserted: it stays in the past. What memories say is not touched.',
  input: z.strictObject({
    source: entityArgument,
    type: z.string(),
    target: entityArgument,
    as_of: momentArguments.as_of.describe('When it ended, if not now.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ status: z.enum(['ended', 'not_asserted']), remaining: relationOutput.optional() }),
  annotations: CHANGES,
  aliases: { relation_type: 'type', relationship_type: 'type' },
  async run({ source, type, target, as_of, workspace_id }, context) {
    const { validAt: validTo } = toMoment({ as_of }, context.app.clock.now());
    const relation = { source, type, target };
    const workspace = await workspaceToUse(context, workspace_id);
    const { ended, remaining } = await context.app.graph.unlink({ workspace, relation, validTo });
    return {
      status: ended ? ('ended' as const) : ('not_asserted' as const),
      ...(remaining ? { remaining: toRelation(remaining) } : {}),
    };
  },
  text: ({ status, remaining }) =>
    [
      status === 'ended' ? 'The relation has ended.' : 'Nobody asserted this relation; nothing was changed.',
      ...(remaining
        ? [`Memories still say: ${relationLine(remaining)}`, 'Correct the memory with add_memory and `supersedes`.']
        : []),
    ].join('\n'),
});
