/** Which memories name which code, and what it said when that was first seen. Kept in the user's workspace; goes with the memory. */
import { z } from 'zod';
import { defineCollection } from '../../records/define-collection.ts';

/** The key is the memory's id, a dot, and that of the symbol or file. */
export const CODE_MENTIONS = defineCollection({
  name: 'code_mentions',
  schema: z.strictObject({
    memory: z.string(),
    /** Of the memory's text: when that is another, what it names is looked at anew. */
    text_hash: z.string(),
    /** Key of the repository. */
    repository: z.string(),
    /** Keys of the file and the symbol; null where the file itself is named. */
    file: z.string(),
    symbol: z.string().nullable(),
    /** As the index has it; of a file, its path. */
    name: z.string(),
    kind: z.string(),
    path: z.string(),
    /** What the file and the lines said then. */
    file_hash: z.string(),
    lines_hash: z.string(),
    since: z.number(),
  }),
  indexes: { by_memory: ['memory'], by_symbol: ['symbol'], by_file: ['file'] },
  parent: 'memory',
});

export type MentionRecord = z.output<(typeof CODE_MENTIONS)['schema']>;

/** Names that no repository has (yet), by memory: looked up again when one was indexed. */
export const CODE_NAMES = defineCollection({
  name: 'code_names',
  schema: z.strictObject({
    text_hash: z.string(),
    names: z.array(z.strictObject({ kind: z.enum(['path', 'symbol']), name: z.string() })),
  }),
  parent: 'memory',
});

/** How far a workspace was looked at. */
export const CODE_MENTION_STATE = defineCollection({
  name: 'code_mention_state',
  schema: z.strictObject({
    /** Memories that were stored before it are done. */
    seen: z.number(),
    /** By repository, the generation that names were looked up in. */
    generations: z.record(z.string(), z.number()),
  }),
});

/** The key of the one record. */
export const STATE = 'state';
