/** Code that a memory names, as clients see it. */
import { z } from 'zod';

export const codeMention = z.object({
  name: z.string(),
  kind: z.string(),
  path: z.string(),
  line: z.number().int().optional(),
  repository: z.string(),
  /** It says something else than when the memory named it, or is gone. */
  stale: z.enum(['changed', 'gone']).optional(),
});
