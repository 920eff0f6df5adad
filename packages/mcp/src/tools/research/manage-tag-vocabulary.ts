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
  input: z.strictObject({
    limit: z.number().int().min(1).max(10_000).default(500).describe('Tags that are listed, the most used first.'),
    workspace_id: workspaceId.optional(),
  }),
  output: z.object({
    papers: z.number().int(),
    untagged: z.number().int(),
    total: unlisted(z.number().int()).describe('Tags.'),
    tags: z.array(z.object({ tag: z.string(), papers: z.number().int() })),
    near_duplicates: unlisted(z.array(z.object({ keep: z.string(), merge: z.array(z.string()), why: z.string() }))),
    near_duplicates_total: unlisted(z.number().int().optional()),
  }),
  annotations: READS,
  async run({ limit, workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toVocabulary(await context.app.research.tags.vocabulary(workspace), limit);
  },
  text: ({ papers, untagged, total, tags, near_duplicates, near_duplicates_total: groups }) =>
    [
      `${total} tags on ${papers} papers, of which ${untagged} have none.`,
      ...tags.map(({ tag, papers: uses }) => `- ${tag}: ${uses}`),
      ...(total > tags.length ? [`${total - tags.length} more that are used less; limit shows them.`] : []),
      ...near_duplicates.map(({ keep, merge, why }) => `Seem to be one (${why}): ${[keep, ...merge].join(', ')}`),
      ...(groups === undefined ? [] : [`${groups - near_duplicates.length} more seem to be one.`]),
    ].join('\n'),
});
