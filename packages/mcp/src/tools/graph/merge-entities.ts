import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { entityArgument, namedOutput } from '../../fields/graph-fields.ts';
import { nameLine } from '../../lines/graph-lines.ts';
import { toMerged } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'merge_entities',
  title: 'Merge entities',
  description: 'Say that two entities are one. Nothing is lost: split_entities undoes it.',
  input: z.strictObject({
    into: entityArgument,
    from: entityArgument,
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({ status: z.literal('merged'), merge_id: z.string(), entity: namedOutput }),
  annotations: CHANGES,
  async run({ into, from, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toMerged(await context.app.graph.merge({ workspace, into, from }));
  },
  text: ({ merge_id, entity }) =>
    `Merged: both are ${nameLine(entity)} now.\nTo undo: split_entities with merge_id ${merge_id}.`,
});
