import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool } from '../../define-tool.ts';
import { setOutput } from '../../fields/paper-fields.ts';
import { toListedSet } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'list_custom_indexes',
  title: 'Saved sets of papers',
  description: 'All sets that create_custom_index has saved, with their topics and how many papers each has now.',
  input: z.strictObject({ workspace_id: workspaceId.optional() }),
  output: z.object({ count: z.number().int(), indexes: z.array(setOutput) }),
  annotations: READS,
  async run({ workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    const indexes = (await context.app.research.library.sets(workspace)).map(toListedSet);
    return { count: indexes.length, indexes };
  },
  text: ({ indexes }) =>
    indexes.length === 0
      ? 'No set of papers is saved; create_custom_index saves one.'
      : indexes
          .map((set) => `- ${set.index_name}: ${set.documents} papers, ${set.topic_filter ?? 'the ones named'}`)
          .join('\n'),
});
