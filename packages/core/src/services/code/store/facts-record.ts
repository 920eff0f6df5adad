/**
 * What files say, by their bytes: a branch that comes back costs no parsing, and linking reads from here. The key says with which reader
 * they were read, so that a better one reads anew. Facts that no record can hold are not kept: such a file is parsed whenever it is linked.
 */
import { z } from 'zod';
import { defineCollection } from '../../records/define-collection.ts';

/** Raise it with every change that makes other facts of the same text. */
export const FACTS_VERSION = 2;

export const CODE_FACTS = defineCollection({
  name: 'code_facts',
  schema: z.strictObject({
    /** `encodeFacts`, in base64. */
    facts: z.string(),
    /** The generation since which no file has this hash; null while one has. */
    unused_since: z.number().nullable(),
  }),
  indexes: { by_use: ['unused_since'] },
});

/** Longer ones are not kept. */
export const MOST_FACTS = 900_000;

export function factsKey(hash: string, language: string): string {
  return `${hash}.${language}.${FACTS_VERSION}`;
}
