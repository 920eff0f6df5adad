/** What `import_bibliography` says of a bibliography that it only looks at. */
import { z } from 'zod';
import type { ToolAnswer, ToolCall } from './set.ts';

const contributor = z.object({
  role: z.string(),
  family: z.string().optional(),
  given: z.string().optional(),
  particle: z.string().optional(),
  literal: z.string().optional(),
});

const answerSchema = z.object({
  total: z.number(),
  entries: z.array(
    z.object({
      citekey: z.string().optional(),
      type: z.string(),
      title: z.string(),
      year: z.number().optional(),
      doi: z.string().optional(),
      venue: z.string().optional(),
      pages: z.string().optional(),
      fields: z.object({ contributors: z.array(contributor), short_title: z.string().optional() }),
    }),
  ),
});

export type LookedAt = z.output<typeof answerSchema>;
export type Named = z.output<typeof contributor>;

export function lookAt(content: string, format?: string): ToolCall {
  const told = { content, dry_run: true, limit: 1000, ...(format === undefined ? {} : { format }) };
  return { tool: 'import_bibliography', arguments: told };
}

export function lookedAt({ structured, error }: ToolAnswer): LookedAt | null {
  return error === null ? answerSchema.parse(structured) : null;
}

/** `Last, First`, as the sets write names. */
export function nameText({ family, given, particle, literal }: Named): string {
  if (family === undefined) return literal ?? given ?? '';
  const last = [particle, family].filter(Boolean).join(' ');
  return given === undefined ? last : `${last}, ${given}`;
}
