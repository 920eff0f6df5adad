// Sixty tools as a large server has them, for both servers of a comparison: a handful of described arguments each.
import { z } from 'zod';

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export const SIXTY_TOOLS = Array.from({ length: 60 }, (_, n) => ({
  name: `tool_${n}`,
  title: `Tool number ${n}`,
  description: `Does what tool number ${n} does, for as long as it takes. Call it when a tool with this number is needed.`,
  annotations,
  input: z.object({
    query: z.string().min(1).max(1000).describe('What to look for, in words.').default('nothing'),
    limit: z.number().int().min(1).max(100).default(10).describe('How many at most.'),
    kind: z.enum(['note', 'fact', 'decision', 'question']).optional().describe('Only this kind.'),
    tags: z.array(z.string().max(50)).max(20).optional().describe('Only with all of these tags.'),
    range: z
      .object({ from: z.string().optional(), until: z.string().optional() })
      .optional()
      .describe('Only from within this time.'),
  }),
}));

/** What a call of any of them answers. */
export const ANSWER = 'done';
