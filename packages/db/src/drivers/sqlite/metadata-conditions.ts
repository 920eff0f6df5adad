/**
 * Tests of metadata fields as SQL over `memories m`. Fields and values are bound; only three forms of statement exist, put
 * in order, because every statement that was ever made is kept. Values are handed over as JSON, so that both sides of a
 * comparison have been read by the same reader.
 */
import type { MetadataCondition, MetadataScalar } from '@zapomni/core/model';
import type { Condition } from './filter.ts';

const FORMS = ['exists', 'member', 'order'] as const;

export function toMetadataConditions(conditions: readonly MetadataCondition[] = []): Condition[] {
  const tests = conditions.map(toTest);
  return FORMS.flatMap((form) => tests.filter((test) => test.form === form));
}

type Test = Condition & { readonly form: (typeof FORMS)[number] };

function toTest(condition: MetadataCondition): Test {
  const at = pathsOf(condition.field);
  switch (condition.op) {
    case 'exists':
      return { form: 'exists', sql: EXISTS, params: [...at, condition.value ? 1 : 0] };
    case 'in':
      return toMember(at, condition.value, true);
    case 'eq':
    case 'ne':
      return toMember(at, [condition.value], condition.op === 'eq');
    default:
      return { form: 'order', sql: ORDER, params: [condition.op, JSON.stringify(condition.value), ...at] };
  }
}

function toMember(at: Paths, values: readonly MetadataScalar[], wanted: boolean): Test {
  const comparable = values.filter((value) => typeof value === 'string' || typeof value === 'number');
  const types = values.filter((value) => typeof value === 'boolean' || value === null).map(String);
  const params = [JSON.stringify(comparable), JSON.stringify(types), ...at, wanted ? 1 : 0];
  return { form: 'member', sql: MEMBER, params };
}

/** The field by its whole name, twice, and as a path; SQLite reads a quoted step as JSON. */
type Paths = readonly [name: string, path: string, name: string];

function pathsOf(field: string): Paths {
  const name = `$.${JSON.stringify(field)}`;
  const path = field.split('.').map((step) => `.${JSON.stringify(step)}`);
  return [name, `$${path.join('')}`, name];
}

const FIELD = `(SELECT json_type(m.metadata, at) AS type, json_extract(m.metadata, at) AS value
                FROM (SELECT iif(json_type(m.metadata, ?) IS NULL, ?, ?) AS at))`;

const EXISTS = `(SELECT type IS NOT NULL FROM ${FIELD}) = ?`;

const MEMBER = `(SELECT coalesce(iif(type IN ('integer', 'real', 'text'),
                                     value IN (SELECT value FROM json_each(?)),
                                     type IN (SELECT value FROM json_each(?))), 0) FROM ${FIELD}) = ?`;

const ORDER = `(SELECT coalesce(iif(typeof(bound) = 'text', type = 'text', type IN ('integer', 'real')) AND
                  CASE op WHEN 'gt' THEN value > bound WHEN 'gte' THEN value >= bound
                          WHEN 'lt' THEN value < bound WHEN 'lte' THEN value <= bound END, 0)
                FROM (SELECT ? AS op, json_extract(?, '$') AS bound), ${FIELD})`;
