/** JSON Schema 2020-12 as far as tools may use it, and what each keyword is about. */
import { ServerError } from '../server-error.ts';

/** The schema of an object: what the arguments of a tool, and its structured output, always are. */
export interface JsonSchemaObject {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

export type JsonSchema = boolean | Readonly<Record<string, unknown>>;
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

const TYPES: readonly JsonType[] = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];

const KEYWORDS_OF: Readonly<Record<'string' | 'number' | 'array' | 'object', readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
};

/** They say something about a value that is not checked here. Other unknown words are annotations, as the standard has it. */
const UNSUPPORTED = [
  'patternProperties',
  'propertyNames',
  'dependentSchemas',
  'dependentRequired',
  'dependencies',
  'unevaluatedProperties',
  'unevaluatedItems',
  'additionalItems',
  'contains',
  'minContains',
  'maxContains',
  '$dynamicRef',
  '$recursiveRef',
];

/** Where in the schema, as a JSON pointer, for messages. */
export type SchemaPath = string;

export function unusable(path: SchemaPath, why: string): ServerError {
  return new ServerError('INVALID_REGISTRATION', `JSON Schema cannot be used at #${path}: ${why}.`);
}

export function asSchema(value: unknown, path: SchemaPath): JsonSchema {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unusable(path, 'a schema must be an object or a boolean');
  }
  const schema = value as Readonly<Record<string, unknown>>;
  const unsupported = UNSUPPORTED.find((keyword) => schema[keyword] !== undefined);
  if (unsupported !== undefined) throw unusable(path, `the keyword ${unsupported} is not supported`);
  return schema;
}

/** The types a value may have. Without `type`, the one that the other keywords speak of; none when there is no such. */
export function typesOf(schema: Readonly<Record<string, unknown>>, path: SchemaPath): readonly JsonType[] {
  const { type } = schema;
  if (type !== undefined) return (Array.isArray(type) ? type : [type]).map((one) => knownType(one, path));
  const implied = (['string', 'number', 'array', 'object'] as const).filter((kind) =>
    KEYWORDS_OF[kind].some((keyword) => schema[keyword] !== undefined),
  );
  if (implied.length > 1) throw unusable(path, `say which type is meant, ${implied.join(' or ')}`);
  return implied;
}

function knownType(type: unknown, path: SchemaPath): JsonType {
  const known = TYPES.find((one) => one === type);
  if (known === undefined) throw unusable(path, `type must be one of ${TYPES.join(', ')}`);
  return known;
}

/** The keywords of the schema that speak of this type. */
export function keywordsOf(schema: Readonly<Record<string, unknown>>, type: JsonType): Record<string, unknown> {
  const kind = type === 'integer' ? 'number' : type;
  const keywords = kind in KEYWORDS_OF ? KEYWORDS_OF[kind as keyof typeof KEYWORDS_OF] : [];
  return Object.fromEntries(keywords.filter((word) => schema[word] !== undefined).map((word) => [word, schema[word]]));
}

export function listAt(
  schema: Readonly<Record<string, unknown>>,
  keyword: string,
  path: SchemaPath,
): readonly unknown[] {
  const value = schema[keyword] ?? [];
  if (!Array.isArray(value)) throw unusable(path, `${keyword} must be an array`);
  return value;
}
