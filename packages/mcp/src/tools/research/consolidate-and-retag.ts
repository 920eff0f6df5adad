import { z } from 'zod';
import { CHANGES } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { oneOfPlans, planArguments, planName, retagOutput, retagText } from '../../fields/tag-fields.ts';
import { toTask } from '../../views/index.ts';
import { toProposedRetag, toRetagged } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'consolidate_and_retag',
  title: 'Merge tags and tag papers',
  description:
    'As consolidate_tags, and papers without tags get those of the vocabulary that they name; carried out as a task.',
  input: z.strictObject({ ...planArguments, workspace_id: workspaceId.optional() }),
  output: retagOutput,
  fieldNames: planName,
  annotations: CHANGES,
  async run({ apply, undo, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const { tags } = context.app.research;
    oneOfPlans(apply, undo);
    if (undo !== undefined) return toRetagged(await tags.undo(workspace, undo));
    if (apply === undefined) return toProposedRetag(await tags.proposeRetagging(workspace));
    return { status: 'started', plan_id: apply, papers: 0, task: toTask(await tags.startApplying(workspace, apply)) };
  },
  text: retagText,
});
