import { z } from 'zod';
import { READS } from '../../annotations.ts';
import { defineTool, unlisted } from '../../define-tool.ts';
import { toCollectionStats } from '../../views/papers/index.ts';
import { workspaceId, workspaceToUse } from '../../workspace.ts';

const number = z.number().int();
const numbers = z.record(z.string(), number);

export default defineTool({
  name: 'collection_stats',
  title: 'Library in numbers',
  description: 'True counts of the library: papers by type, year, venue, tag, text and growth.',
  input: z.strictObject({ workspace_id: workspaceId.optional() }),
  output: z.object({
    papers: number,
    preprints_shown_as_published: unlisted(number),
    only_cited: unlisted(number),
    with_abstract: unlisted(number),
    with_text: number,
    without_identifier: unlisted(number),
    retracted: unlisted(number),
    reference_lists: unlisted(number),
    files: unlisted(numbers),
    types: numbers,
    years: numbers,
    venues_in_all: unlisted(number),
    venues: unlisted(numbers).describe('The most frequent.'),
    tags_in_all: unlisted(number),
    tags: unlisted(numbers).describe('The most frequent.'),
    read_states: unlisted(numbers),
    added_by_month: unlisted(numbers),
  }),
  annotations: READS,
  kept: true,
  async run({ workspace_id }, context) {
    const workspace = await workspaceToUse(context, workspace_id);
    return toCollectionStats(await context.app.research.library.stats(workspace));
  },
  text: (stats) =>
    Object.entries(stats)
      .map(
        ([name, value]) =>
          `${name.replaceAll('_', ' ')}: ${
            typeof value === 'number'
              ? value
              : Object.entries(value)
                  .map(([key, count]) => `${key} ${count}`)
                  .join(', ')
          }`,
      )
      .join('\n'),
});
