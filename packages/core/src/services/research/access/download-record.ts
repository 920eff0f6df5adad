/** Files that were downloaded: the bytes are a blob, which stays as long as this record does. One for each file, by its hash. */
import { z } from 'zod';
import { identifierSchema } from '../library/store/item-schema.ts';
import { defineCollection } from '../../records/define-collection.ts';

export const PAPER_DOWNLOADS = defineCollection({
  name: 'paper_downloads',
  schema: z.strictObject({
    blob: z.string(),
    bytes: z.number(),
    /** Where it was had. */
    url: z.string(),
    /** Of the paper, as far as somebody said so. */
    identifiers: z.array(identifierSchema),
    licence: z.string().nullable(),
    version: z.enum(['submitted', 'accepted', 'published']).nullable(),
    at: z.number(),
  }),
  blobs: ['blob'],
});
