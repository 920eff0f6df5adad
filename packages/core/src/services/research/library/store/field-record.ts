/** Who said what of a paper, by paper: each field with all that was said of it. What is shown is the first of them in the order of belief. */
import { z } from 'zod';
import { defineCollection } from '../../../records/define-collection.ts';

export const PAPER_FIELDS = defineCollection({
  name: 'paper_fields',
  schema: z.strictObject({
    said: z.array(
      z.strictObject({
        field: z.string(),
        /** As it stands in the item; null where the user has taken it away. */
        value: z.json(),
        /** `user`, `file`, `bibliography`, the name of a source. */
        source: z.string(),
        at: z.number(),
        confidence: z.number().min(0).max(1),
      }),
    ),
  }),
  parent: { collection: 'papers' },
});

export type FieldSaid = z.output<(typeof PAPER_FIELDS)['schema']>['said'][number];
