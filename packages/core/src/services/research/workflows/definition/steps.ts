/** The steps that there are. None of them takes code. */
import { z } from 'zod';
import { FIELD_NAME, fieldSchema } from './fields.ts';
import { LONGEST_PAUSE_MS, LONGEST_STEP_MS, MOST_FIELDS, MOST_ITEMS, MOST_PAGES } from './limits.ts';
import { targetsSchema } from './targets.ts';

export const SECRET_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const KEY =
  /^(?:Enter|Tab|Escape|Space|Backspace|Delete|Home|End|PageUp|PageDown|Arrow(?:Up|Down|Left|Right)|[a-zA-Z0-9])$/;
const LONGEST_VALUE = 2000;

const text = z.string().max(LONGEST_VALUE);
const common = {
  /** What is meant is not there: the step is left out. */
  optional: z.boolean().default(false),
  /** Whatever goes wrong in it is told, and the next one follows. */
  continue: z.boolean().default(false),
  timeout_ms: z.number().int().min(100).max(LONGEST_STEP_MS).optional(),
};

const secret = z.strictObject({ secret: z.string().regex(SECRET_NAME, 'is no name of a secret') });
const waitFor = z.union(
  [
    z.strictObject({ url: text.min(1) }),
    z.strictObject({ load: z.enum(['load', 'domcontentloaded']) }),
    z.strictObject({ ms: z.number().int().min(0).max(LONGEST_PAUSE_MS) }),
    targetsSchema,
  ],
  { error: `takes a target, {"url": …}, {"load": "load"} or {"ms": up to ${LONGEST_PAUSE_MS}}` },
);
const most = z.union([z.number().int().min(1).max(MOST_ITEMS), z.string().regex(/^\{\{[^{}]+\}\}$/)], {
  error: `takes a whole number 1–${MOST_ITEMS}, or {{limit}}`,
});

const shapes = {
  goto: { url: z.string().min(1).max(LONGEST_VALUE) },
  fill: { target: targetsSchema, value: z.union([text, secret], { error: 'takes a text, or {"secret": "NAME"}' }) },
  press: { key: z.string().regex(KEY, 'is no key such as Enter or ArrowDown'), target: targetsSchema.optional() },
  click: { target: targetsSchema },
  select: { target: targetsSchema, value: text },
  check: { target: targetsSchema, on: z.boolean().default(true) },
  wait: { for: waitFor },
  /** So many screens; 0 is to the end. */
  scroll: { screens: z.number().int().min(0).max(50).default(1) },
  extract: {
    each: targetsSchema.optional(),
    max: most.optional(),
    fields: z
      .record(z.string().regex(FIELD_NAME, 'is no name of a field: a–z, digits and _'), fieldSchema)
      .refine((fields) => Object.keys(fields).length > 0, 'needs a field')
      .refine((fields) => Object.keys(fields).length <= MOST_FIELDS, `has more than ${MOST_FIELDS} fields`),
  },
  paginate: { next: targetsSchema, max_pages: z.number().int().min(1).max(MOST_PAGES).default(5) },
  screenshot: {},
  assert: {
    target: targetsSchema.optional(),
    url: text.optional(),
    min: z.number().int().min(1).max(10_000).default(1),
  },
} as const;

const step = <Do extends keyof typeof shapes>(name: Do) =>
  z.strictObject({ do: z.literal(name), ...shapes[name], ...common });

const STEP_NAMES = Object.keys(shapes) as readonly (keyof typeof shapes)[];

export const stepSchema = z.discriminatedUnion(
  'do',
  [
    step('goto'),
    step('fill'),
    step('press'),
    step('click'),
    step('select'),
    step('check'),
    step('wait'),
    step('scroll'),
    step('extract'),
    step('paginate'),
    step('screenshot'),
    step('assert'),
  ],
  { error: `is none of the steps ${STEP_NAMES.join(', ')}` },
);
export type Step = z.output<typeof stepSchema>;
export type StepNamed<Do extends Step['do']> = Extract<Step, { readonly do: Do }>;
