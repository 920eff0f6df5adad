/**
 * Tests of metadata fields as SQL over `memories m`. Fields and values are bound, and few forms of statement exist, put in
 * order, because every statement that was ever made is kept. Values are handed over as JSON, so that both sides of a
 * comparison have been read by the same reader.
 *
 * Reading the JSON of every memory would take most of the time, so a glance at its text comes first: what we write ourselves
 * has one way of writing a field and its value, and where that does not occur nothing needs to be read.
 */
import type { MetadataCondition, MetadataScalar } from '@zapomni/core/model';
import type { Condition } from './filter.ts';

export function toMetadataConditions(conditions: readonly MetadataCondition[] = []): Condition[] {
  return conditions.map(toTest).sort((a, b) => (a.sql < b.sql ? -1 : 1));
}

function toTest(condition: MetadataCondition): Condition {
  const { field } = condition;
  switch (condition.op) {
    case 'exists':
      return afterGlance(looksOf(field), toExists(field), condition.value);
    case 'in':
      return afterGlance(looksOf(field, condition.value), toMember(field, condition.value), true);
    case 'eq':
    case 'ne':
      return afterGlance(looksOf(field, [condition.value]), toMember(field, [condition.value]), condition.op === 'eq');
    default:
      return afterGlance(looksOf(field), toOrder(condition), true);
  }
}

function toExists(field: string): Condition {
  const { sql, params } = read(field);
  return { sql: `(SELECT type IS NOT NULL FROM ${sql})`, params };
}

function toMember(field: string, values: readonly MetadataScalar[]): Condition {
  const { sql, params } = read(field);
  const comparable = values.filter((value) => typeof value === 'string' || typeof value === 'number');
  const types = values.filter((value) => typeof value === 'boolean' || value === null).map(String);
  return {
    sql: `(SELECT coalesce(iif(type IN ('integer', 'real', 'text'),
                               value IN (SELECT value FROM json_each(?)),
                               type IN (SELECT value FROM json_each(?))), 0) FROM ${sql})`,
    params: [JSON.stringify(comparable), JSON.stringify(types), ...params],
  };
}

function toOrder({ field, op, value }: MetadataCondition): Condition {
  const { sql, params } = read(field);
  return {
    sql: `(SELECT coalesce(iif(typeof(bound) = 'text', type = 'text', type IN ('integer', 'real')) AND
                    CASE op WHEN 'gt' THEN value > bound WHEN 'gte' THEN value >= bound
                            WHEN 'lt' THEN value < bound WHEN 'lte' THEN value <= bound END, 0)
           FROM (SELECT ? AS op, json_extract(?, '$') AS bound), ${sql})`,
    params: [op, JSON.stringify(value), ...params],
  };
}

/** A table of one row, with the field's type and value: the field of that name, or else, where it has dots, at that path. */
function read(field: string): Condition {
  const steps = field.split('.').map((step) => `.${JSON.stringify(step)}`);
  const [name, path] = [`$.${JSON.stringify(field)}`, `$${steps.join('')}`];
  if (steps.length === 1) return { sql: PLAIN_FIELD, params: [name, name] };
  return { sql: DOTTED_FIELD, params: [name, path, name] };
}

const PLAIN_FIELD = '(SELECT json_type(m.metadata, ?) AS type, json_extract(m.metadata, ?) AS value)';
const DOTTED_FIELD = `(SELECT json_type(m.metadata, at) AS type, json_extract(m.metadata, at) AS value
                       FROM (SELECT iif(json_type(m.metadata, ?) IS NULL, ?, ?) AS at))`;

const MOST_LOOKS = 4;

/** What `JSON.stringify` writes for the field, of a path its last step, with one of the values; with any where they are many. */
function looksOf(field: string, values?: readonly MetadataScalar[]): string[] {
  const names = [...new Set([field, field.split('.').at(-1) as string])].map((name) => `${JSON.stringify(name)}:`);
  const looks = values?.flatMap((value) => names.map((name) => name + JSON.stringify(value))) ?? names;
  return looks.length > MOST_LOOKS ? names : looks;
}

/** The test, or its contrary unless `wanted`; it is false where the text has none of the looks. */
function afterGlance(looks: readonly string[], { sql, params }: Condition, wanted: boolean): Condition {
  const seen = looks.map(() => 'instr(m.metadata, ?)').join(' OR ') || '0';
  return { sql: `iif(${seen}, ${sql}, 0) = ?`, params: [...looks, ...params, wanted ? 1 : 0] };
}
