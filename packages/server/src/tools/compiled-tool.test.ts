import { verifies } from '@zapomni/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileTool } from './compiled-tool.ts';

const compiled = compileTool({
  name: 'weigh',
  title: 'Weigh',
  description: 'Weighs things.',
  input: z.strictObject({ thing: z.string() }),
  output: z.object({
    status: z.literal('weighed'),
    grams: z.number(),
    scale: z.string().optional().meta({ unlisted: true }),
    parts: z.array(z.object({ name: z.string(), note: z.string().meta({ unlisted: true }) })),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  execute: async () => ({ text: '' }),
});

it('is checked without code that is made for it', () => {
  verifies('R175');
  expect(z.config()).toMatchObject({ jitless: true });
});

describe('the output schema that clients are shown', () => {
  it('leaves out fields that are marked as unlisted, at any depth, and what says nothing', () => {
    expect(compiled.describe()['outputSchema']).toEqual({
      type: 'object',
      properties: {
        status: { type: 'string' },
        grams: { type: 'number' },
        parts: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
      },
    });
  });

  it('is looser than what answers are checked by', () => {
    const answer = { status: 'weighed', grams: 1, scale: 'kitchen', parts: [{ name: 'lid', note: 'x' }] };
    expect(compiled.output?.safeParse(answer)).toEqual({ success: true, data: answer });
    expect(compiled.output?.safeParse({ ...answer, scale: 7 }).success).toBe(false);
    expect(compiled.output?.safeParse({ ...answer, parts: [{ name: 'lid' }] }).success).toBe(false);
  });
});
