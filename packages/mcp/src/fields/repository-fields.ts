/** Repositories as clients see them. */
import { z } from 'zod';
import { unlisted } from '../define-tool.ts';

const whole = z.number().int();
const byName = z.record(z.string(), whole);

export const countsOutput = z.object({
  files: whole,
  lines: unlisted(whole),
  bytes: unlisted(whole),
  symbols: whole,
  edges: whole,
  external: unlisted(whole),
  unresolved: whole,
  partial: unlisted(whole),
  text: unlisted(whole),
  stale: whole,
  left_out: byName,
  languages: byName,
});

export const indexReportOutput = z.object({
  repository_id: z.string(),
  name: unlisted(z.string()),
  path: unlisted(z.string()),
  dry_run: unlisted(z.boolean()),
  branch: unlisted(z.string().optional()),
  commit: unlisted(z.string().optional()),
  run: byName,
  failures: unlisted(z.array(z.object({ path: z.string(), code: z.string() }))),
  counts: countsOutput,
});

export const repositoryOutput = z.object({
  repository_id: z.string(),
  name: z.string(),
  path: z.string(),
  state: z.enum(['indexing', 'ready', 'failed']),
  error: unlisted(z.object({ code: z.string(), message: z.string() }).optional()),
  branch: z.string().optional(),
  commit: z.string().optional(),
  freshness: z.enum(['current', 'behind', 'indexing', 'unknown']).optional(),
  indexed_at: unlisted(z.string().optional()),
  /** Packages that it needs and other repositories of the workspace declare. */
  depends_on: unlisted(
    z
      .array(
        z.object({
          repository_id: z.string(),
          name: z.string(),
          package: z.string(),
          range: z.string().optional(),
          kind: z.enum(['runtime', 'dev', 'optional']),
          path: z.string(),
        }),
      )
      .optional(),
  ),
  /** What its manifests ask for: the first fifty, and how many there are. */
  packages: unlisted(z.array(z.string()).optional()),
  packages_total: unlisted(whole.optional()),
  /** Of how many files an index.scip spoke, and how many have changed since. */
  scip: unlisted(z.object({ used: whole, ignored: whole, error: z.string().optional() }).optional()),
  counts: unlisted(countsOutput),
  options: unlisted(z.record(z.string(), z.unknown())),
});
