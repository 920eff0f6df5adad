/** Evidence as the tools of research answer it: passages with ids, places and words. */
import { z } from 'zod';
import { unlisted } from '../define-tool.ts';
import { articleOutput } from './paper-fields.ts';

export const maxChars = z.number().int().min(1000).max(200_000).default(20_000);

const passage = z.object({
  label: z.string(),
  article_id: z.string(),
  citation: z.string(),
  quote: z.string(),
  memory_id: unlisted(z.string()),
  score: unlisted(z.number()),
  conflicts_with: unlisted(z.array(z.string()).optional()),
});

const statement = z.object({
  text: z.string(),
  supported: z.boolean(),
  quotes: z.array(z.object({ passage: z.string(), citation: z.string(), quote: z.string(), is_there: z.boolean() })),
});

/** Without a language model there is no `answer`, and whoever asked writes it. */
export const writtenOutput = {
  needs_host_synthesis: z.boolean(),
  answer: unlisted(
    z.object({ model: z.string(), statements: z.array(statement), unsupported: z.number().int() }).optional(),
  ),
  model_problem: unlisted(z.string().optional()),
};

export const evidenceOutput = {
  articles: z.array(articleOutput),
  passages: z.array(passage),
  left_out: unlisted(z.number().int()),
  below_min_relevance: unlisted(z.number().int().optional()),
  best_below: unlisted(z.number().optional()),
  articles_total: unlisted(z.number().int()),
  articles_total_is_lower_bound: unlisted(z.boolean().optional()),
  mode: unlisted(z.enum(['hybrid', 'words'])),
};

export const conflictsOutput = unlisted(z.array(z.tuple([z.string(), z.string()])));
