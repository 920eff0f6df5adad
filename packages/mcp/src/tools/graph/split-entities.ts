import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { namedOutput } from '../../fields/graph-fields.ts';
import { nameLine } from '../../lines/graph-lines.ts';
import { toSplit } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'split_entities',
  title: 'Undo a merge',
  description: 'Undo merge_entities: both entities are as they were. get_entity shows the ids of merges.',
  input: z.strictObject({ merge_id: z.string(), workspace_id: workspaceId.optional() }),
  output: z.object({ status: z.literal('split'), into: namedOutput, from: namedOutput }),
  annotations: CHANGES,
  async run({ merge_id: mergeId, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toSplit(await context.app.graph.split({ workspace, mergeId }));
  },
  text: ({ into, from }) => `Two again: ${nameLine(into)} and ${nameLine(from)}.`,
});
