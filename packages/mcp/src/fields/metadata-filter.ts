/** Tests of metadata fields as callers write them: `{status: "open", priority: {gte: 2, lt: 5}}`. */
import { invalidField } from '@zapomni/core/errors';
import type { MetadataCondition, MetadataScalar } from '@zapomni/core/model';

const FIELD = 'filters.metadata';
const MOST = 20;
const FORMS = 'Use a value, or {"gt": 5} with eq, ne, gt, gte, lt, lte, in or exists.';

/** Throws INVALID_INPUT that names the field and the comparison. */
export function toMetadataConditions(given: unknown): MetadataCondition[] {
  const conditions = entriesOf(given, FIELD).flatMap(([field, test]) => toConditions(field, test));
  if (conditions.length > MOST)
    throw invalidField(FIELD, `has ${conditions.length} tests; at most ${MOST} are possible`);
  return conditions;
}

function toConditions(field: string, test: unknown): MetadataCondition[] {
  if (isScalar(test)) return [{ field, op: 'eq', value: test }];
  const path = `${FIELD}.${field.slice(0, 100)}`;
  const tests = entriesOf(test, path).map(([op, value]) => toCondition(field, op.replace(/^\$/, ''), value));
  if (tests.length === 0) throw invalidField(path, 'says nothing to compare with', FORMS);
  return tests;
}

/** What each comparison takes, and how to say so. */
const TAKES = {
  scalar: [isScalar, 'must be a string, a number, a boolean or null'],
  bound: [(value: unknown) => typeof value === 'string' || typeof value === 'number', 'must be a number or a string'],
  list: [
    (value: unknown) => Array.isArray(value) && value.every(isScalar),
    'must be a list of strings, numbers, booleans or null',
  ],
  flag: [(value: unknown) => typeof value === 'boolean', 'must be true or false'],
} as const;
const COMPARISONS = new Map<string, keyof typeof TAKES>([
  ['eq', 'scalar'],
  ['ne', 'scalar'],
  ['gt', 'bound'],
  ['gte', 'bound'],
  ['lt', 'bound'],
  ['lte', 'bound'],
  ['in', 'list'],
  ['exists', 'flag'],
]);

function toCondition(field: string, op: string, value: unknown): MetadataCondition {
  const path = `${FIELD}.${field.slice(0, 100)}.${op.slice(0, 100)}`;
  const takes = COMPARISONS.get(op);
  if (takes === undefined) throw invalidField(path, 'is not a comparison', FORMS);
  const [fits, error] = TAKES[takes];
  if (!fits(value)) throw invalidField(path, error);
  return { field, op, value } as MetadataCondition;
}

function entriesOf(value: unknown, path: string): [string, unknown][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  throw invalidField(path, path === FIELD ? 'must be an object' : 'cannot be compared with a list', FORMS);
}

function isScalar(value: unknown): value is MetadataScalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
