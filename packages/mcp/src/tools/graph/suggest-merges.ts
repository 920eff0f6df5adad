import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { suggestionLine, suggestionOutput } from '../../fields/merge-fields.ts';
import { toSuggestions } from '../../views/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'suggest_merges',
  title: 'Find doubles',
  description: 'Entities that may be one and the same, surest first. Check them, then merge_entities.',
  input: z.strictObject({
    limit: z.number().int().min(1).max(100).default(20),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    count: z.number().int(),
    suggestions: z.array(suggestionOutput),
    compared: unlisted(z.number().int()),
    complete: unlisted(z.boolean()),
  }),
  annotations: READS,
  async run({ limit, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toSuggestions(await context.app.graph.suggestMerges({ workspace, limit, signal: context.signal }));
  },
  text: ({ count, suggestions, compared, complete }) =>
    [
      count === 0 ? `No doubles among ${compared} entities.` : `${count} pairs that may be one:`,
      ...suggestions.map((one) => `- ${suggestionLine(one)}`),
      ...(complete ? [] : [`Only the ${compared} most mentioned entities were compared.`]),
    ].join('\n'),
});
