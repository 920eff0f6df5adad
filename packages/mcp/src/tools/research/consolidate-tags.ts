import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { oneOfPlans, planArguments, planName, retagOutput, retagText } from '../../fields/tag-fields.ts';
import { toProposedRetag, toRetagged } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'consolidate_tags',
  title: 'Merge tags',
  description:
    'Plan how tags that are one become one, and those that you rename. The plan is carried out, and taken back, by its id.',
  input: z.strictObject({
    rename: z.record(z.string(), z.string()).optional().describe('{"old tag": "new tag"}.'),
    ...planArguments,
    workspace_id: workspaceId.optional(),
  }),
  output: retagOutput,
  fieldNames: planName,
  annotations: CHANGES,
  async run({ rename, apply, undo, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const { tags } = context.app.research;
    oneOfPlans(apply, undo);
    if (apply !== undefined) return toRetagged(await tags.apply(workspace, apply));
    if (undo !== undefined) return toRetagged(await tags.undo(workspace, undo));
    return toProposedRetag(await tags.proposeConsolidation(workspace, rename));
  },
  text: retagText,
});
