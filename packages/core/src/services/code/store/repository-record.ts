/** A repository as it is known: where it lies, what was asked of its index, and how far that is. Kept in the user's workspace. */
import { z } from 'zod';
import type { Kept } from '../../records/collection.ts';
import { defineCollection } from '../../records/define-collection.ts';

const counts = z.strictObject({
  files: z.number(),
  lines: z.number(),
  bytes: z.number(),
  symbols: z.number(),
  /** Calls and other relations whose target is a symbol of the repository; calls of what is not ours; calls that nobody can tell. */
  edges: z.number(),
  external: z.number(),
  unresolved: z.number(),
  /** Files with places that their grammar could not read, and files that no grammar knows. */
  partial: z.number(),
  text: z.number(),
  stale: z.number(),
  /** Files that were left out, by reason: `test`, `generated`, `minified`, `vendored`, `secret`, `too_large`, `binary` … */
  left_out: z.record(z.string(), z.number()),
  /** Files by language. */
  languages: z.record(z.string(), z.number()),
});

export type RepositoryCounts = z.output<typeof counts>;

const options = z.strictObject({
  /** Only these; null for all. */
  languages: z.array(z.string()).nullable(),
  include_tests: z.boolean(),
  max_file_size: z.number(),
  /** Whether folders in it are looked into. */
  recursive: z.boolean(),
  /** Whether messages of commits are remembered. */
  commits: z.boolean(),
  /** Patterns as in ignore files. */
  exclude: z.array(z.string()),
});

export type RepositoryOptions = z.output<typeof options>;

export const REPOSITORY_STATES = ['indexing', 'ready', 'failed'] as const;

export const REPOSITORIES = defineCollection({
  name: 'repositories',
  schema: z.strictObject({
    name: z.string(),
    /** Absolute: of the work tree, or the folder itself where there is no Git. */
    root: z.string(),
    /** Hash of the root, which may be longer than what can be found by. */
    place: z.string(),
    /** The same for all clones: the first commit; outside of Git the record's own key. */
    identity: z.string(),
    /** The workspace that its files, symbols and texts are in. */
    store: z.string(),
    git: z.boolean(),
    branch: z.string().nullable(),
    head: z.string().nullable(),
    options,
    state: z.enum(REPOSITORY_STATES),
    error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    counts,
    /** Rises with every run that changed something. */
    generation: z.number(),
    /** The generation that the edges are of: behind while files are in and links are not. */
    linked: z.number(),
    /** What an `index.scip` said of so many files; it ignored those that it was not made of. Null where there is none. */
    scip: z
      .strictObject({ stamp: z.string(), used: z.number(), ignored: z.number(), error: z.string().nullable() })
      .nullable()
      .default(null),
    added_at: z.number(),
    indexed_at: z.number().nullable(),
  }),
  indexes: { by_place: { fields: ['place'], unique: true }, by_name: ['name'], by_identity: ['identity'] },
});

export type RepositoryRecord = z.output<(typeof REPOSITORIES)['schema']>;
export type KeptRepository = Kept<RepositoryRecord>;
