/** What changed in code and who says something of it, as clients see it. */
import { z } from 'zod';
import { unlisted } from '../define-tool.ts';

export const codeMention = z.object({
  name: z.string(),
  kind: z.string(),
  path: z.string(),
  line: z.number().int().optional(),
  repository: z.string(),
  /** It says something else than when the memory named it, or is gone. */
  stale: z.enum(['changed', 'gone']).optional(),
});

const text = z.string();
const commit = z.object({ commit: text, at: text, author: text, subject: text });

/** Why a symbol is as it is. */
export const whyOutput = {
  history: unlisted(
    z
      .object({
        commits: z.array(commit),
        more: z.literal(true).optional(),
        since: commit.optional(),
        file_commits: z.number().int().optional(),
        authors: z.array(text).optional(),
        note: text.optional(),
      })
      .optional(),
  ),
  memories: unlisted(z.array(z.object({ memory_id: text, stale: text.optional() })).optional()),
  as_of: unlisted(
    z
      .object({
        commit: text,
        at: text,
        path: text,
        exists: z.boolean(),
        line: z.number().int().optional(),
        signature: text.optional(),
        source: text.optional(),
      })
      .optional(),
  ),
};
