import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { toVocabulary } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

export default defineTool({
  name: 'manage_tag_vocabulary',
  title: 'Tags of papers',
  description:
    'All tags of papers with their use, and those that seem to be one. consolidate_tags renames and merges them.',
  input: z.strictObject({ workspace_id: workspaceId.optional() }),
  output: z.object({
    papers: z.number().int(),
    untagged: z.number().int(),
    tags: z.array(z.object({ tag: z.string(), papers: z.number().int() })),
    near_duplicates: unlisted(z.array(z.object({ keep: z.string(), merge: z.array(z.string()), why: z.string() }))),
  }),
  annotations: READS,
  async run({ workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toVocabulary(await context.app.research.tags.vocabulary(workspace));
  },
  text: ({ papers, untagged, tags, near_duplicates }) =>
    [
      `${tags.length} tags on ${papers} papers, of which ${untagged} have none.`,
      ...tags.map(({ tag, papers: uses }) => `- ${tag}: ${uses}`),
      ...near_duplicates.map(({ keep, merge, why }) => `Seem to be one (${why}): ${[keep, ...merge].join(', ')}`),
    ].join('\n'),
});
