/** What an `extract` takes of a row. */
import { z } from 'zod';
import { compilePattern } from '../pattern/match-pattern.ts';
import { PatternRefused } from '../pattern/parse-pattern.ts';
import { fieldTargetsSchema } from './targets.ts';

export const PARSERS = ['date', 'number', 'doi'] as const;
export type Parser = (typeof PARSERS)[number];

const pattern = z.string().superRefine((source, context) => {
  try {
    compilePattern(source);
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof PatternRefused ? error.message : 'cannot be used' });
  }
});

const take = z
  .union(
    [z.enum(['text', 'href', 'src']), z.templateLiteral(['attr:', z.string().regex(/^[a-zA-Z_][\w:.-]{0,60}$/)])],
    {
      error: 'takes text, href, src or attr:NAME',
    },
  )
  .default('text');

const ruleSchema = z.strictObject({
  target: fieldTargetsSchema,
  take,
  /** All that match, and not the first alone. */
  all: z.boolean().default(false),
  /** What of it is kept: the first group, or all that matches. */
  match: pattern.optional(),
  parse: z.enum(PARSERS).optional(),
});

const TARGET_WORDS = new Set(['css', 'role', 'name', 'text', 'test_id']);

/** `{"css": "h2 a", "take": "href"}` is short for a rule with that target, and `"h2 a"` for its text. */
export const fieldSchema = z.preprocess((given) => {
  if (typeof given === 'string') return { target: [{ css: given }] };
  if (typeof given !== 'object' || given === null || Array.isArray(given) || 'target' in given) return given;
  const entries = Object.entries(given);
  const isTarget = ([name]: [string, unknown]): boolean => TARGET_WORDS.has(name);
  const target = Object.fromEntries(entries.filter(isTarget));
  const rest = Object.fromEntries(entries.filter((entry) => !isTarget(entry)));
  return Object.keys(target).length === 0 ? rest : { ...rest, target };
}, ruleSchema);
export type FieldDefinition = z.output<typeof ruleSchema>;

export const FIELD_NAME = /^[a-z][a-z0-9_]{0,40}$/;
