/** What a step means on a page, as a definition says it: `css`, `role` and `name`, `text` or `test_id`; of a list the first that matches. */
import { z } from 'zod';
import type { BrowserTarget } from '../../../../ports/index.ts';
import { MOST_TARGETS } from './limits.ts';

const LONGEST_SELECTOR = 500;

const words = z.string().min(1).max(LONGEST_SELECTOR);
/** `>>` would lead from CSS into another language of the driver's. */
const selector = words
  .refine((css) => css.trim() !== '', 'is empty')
  .refine((css) => !css.includes('>>') && !/^\s*(?:xpath|text|css|internal:)\S*=/i.test(css), 'must be CSS alone');

const targetShapes = {
  css: z.strictObject({ css: selector }),
  role: z.strictObject({ role: z.string().regex(/^[a-z]{2,30}$/, 'is no role'), name: words.optional() }),
  text: z.strictObject({ text: words }),
  testId: z.strictObject({ test_id: words }),
};

export const targetSchema = z.union(Object.values(targetShapes), {
  error: 'takes {"css": …}, {"role": …, "name": …}, {"text": …} or {"test_id": …}',
});
export type Target = z.output<typeof targetSchema>;

const asList = (given: unknown): unknown =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? [given] : given;
const several = z
  .array(targetSchema, { error: 'takes a target such as {"css": "h2 a"}, or a list of them' })
  .max(MOST_TARGETS);

/** One or several; kept as a list. */
export const targetsSchema = z.preprocess(asList, several.min(1));
/** None is the row itself. */
export const fieldTargetsSchema = z.preprocess(asList, several.default([]));

export function toBrowserTarget(target: Target): BrowserTarget {
  if ('test_id' in target) return { testId: target.test_id };
  if ('role' in target) return { role: target.role, ...(target.name === undefined ? {} : { name: target.name }) };
  return target;
}

export function toBrowserTargets(targets: readonly Target[]): BrowserTarget[] {
  return targets.map(toBrowserTarget);
}

/** In words, for reports: how the definition has it. */
export function describeTarget(target: Target): string {
  if ('css' in target) return target.css;
  if ('text' in target) return `text "${target.text}"`;
  if ('test_id' in target) return `test id ${target.test_id}`;
  return target.name === undefined ? `role ${target.role}` : `role ${target.role} "${target.name}"`;
}

export function describeTargets(targets: readonly Target[]): string {
  return targets.map(describeTarget).join(' or ');
}
