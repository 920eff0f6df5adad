/** A manifest of a repository: the package that it declares and what that depends on. The key is that of its file. */
import { z } from 'zod';
import type { Kept } from '../../records/collection.ts';
import { defineCollection } from '../../records/define-collection.ts';

export const CODE_DEPENDENCIES = defineCollection({
  name: 'code_dependencies',
  schema: z.strictObject({
    path: z.string(),
    ecosystem: z.string(),
    /** Of the package; null where the manifest declares none. */
    name: z.string().nullable(),
    version: z.string().nullable(),
    dependencies: z.array(
      z.strictObject({
        name: z.string(),
        range: z.string().nullable(),
        kind: z.enum(['runtime', 'dev', 'optional']),
      }),
    ),
  }),
  indexes: { by_path: ['path'] },
  parent: { collection: 'code_files' },
});

export type DependencyRecord = z.output<(typeof CODE_DEPENDENCIES)['schema']>;
export type KeptDependencies = Kept<DependencyRecord>;
