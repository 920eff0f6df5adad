import { verifies } from '@zapomni/testkit/verifies';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { plainMessage, toReportedIssues } from '../protocol/input-issues.ts';
import { jsonSchemaToZod } from './json-schema-to-zod.ts';
import type { JsonSchemaObject } from './json-schema.ts';

/** The value as it is read, or what is wrong with it. */
function read(schema: JsonSchemaObject, value: unknown): unknown {
  const parsed = jsonSchemaToZod(schema).safeParse(value, { error: plainMessage });
  return parsed.success
    ? parsed.data
    : toReportedIssues(parsed.error.issues).map(({ field, error }) => `${field} ${error}`);
}

const of = (property: object, more: object = {}): JsonSchemaObject => ({
  type: 'object',
  properties: { a: property },
  ...more,
});

describe('values', () => {
  test.each<[object, unknown[], [unknown, string][]]>([
    [
      { type: 'string' },
      ['', 'x'],
      [
        [1, 'a must be a string'],
        [null, 'a must be a string'],
      ],
    ],
    [
      { type: 'string', minLength: 2, maxLength: 3 },
      ['ab', 'abc'],
      [
        ['a', 'a must have at least 2 characters'],
        ['abcd', 'a must have at most 3 characters'],
      ],
    ],
    [{ type: 'string', pattern: '^x' }, ['xy'], [['yx', 'a must match /^x/']]],
    [{ type: 'string', format: 'email' }, ['me@example.org'], [['me', 'a must be a valid email']]],
    [{ type: 'string', format: 'date-time' }, ['2026-01-02T03:04:05+01:00'], [['today', 'a must be a valid datetime']]],
    [{ type: 'string', format: 'uuid' }, ['123e4567-e89b-42d3-a456-426614174000'], [['1', 'a must be a valid uuid']]],
    [{ type: 'string', format: 'uri-reference' }, ['../x', 'http://x'], []],
    [{ type: 'string', format: 'colour' }, ['anything'], []],
    [
      { type: 'number', minimum: 0, exclusiveMaximum: 1 },
      [0, 0.5],
      [
        [-1, 'a must be at least 0'],
        [1, 'a must be less than 1'],
        ['1', 'a must be a number'],
      ],
    ],
    [
      { type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 },
      [0.5],
      [
        [0, 'a must be greater than 0'],
        [0.7, 'a must be a multiple of 0.5'],
      ],
    ],
    [
      { type: 'integer', minimum: 1, maximum: 100 },
      [1, 100],
      [
        [1.5, 'a must be an integer'],
        [101, 'a must be at most 100'],
      ],
    ],
    [{ type: 'boolean' }, [true, false], [['true', 'a must be a boolean']]],
    [{ type: 'null' }, [null], [[0, 'a must be a null']]],
    [
      { type: ['string', 'null'], minLength: 1 },
      [null, 'x'],
      [
        ['', 'a must have at least 1 characters'],
        [1, 'a must be a string or a null'],
      ],
    ],
    [{ enum: ['x', 'y'] }, ['x', 'y'], [['z', 'a must be one of "x", "y"']]],
    [{ enum: [1, 'x', null, true] }, [1, 'x', null, true], [[2, 'a must be one of 1, "x", null, true']]],
    [{ const: 5 }, [5], [[6, 'a must be 5']]],
    [{ type: 'integer', enum: [1, 2.5] }, [1], [[2.5, 'a must be an integer']]],
    [
      { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
      [['x'], ['x', 'y']],
      [
        [[], 'a must have at least 1 items'],
        [['x', 1], 'a[1] must be a string'],
        ['x', 'a must be an array'],
      ],
    ],
    [
      { type: 'array', uniqueItems: true },
      [[1, '1', { x: 1 }]],
      [
        [
          [
            { x: 1, y: 2 },
            { y: 2, x: 1 },
          ],
          'a[1] Array items must be unique: element at index 1 duplicates the one at index 0',
        ],
      ],
    ],
    [
      { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } },
      [[], ['x'], ['x', 1, 2]],
      [
        [[1], 'a[0] must be a string'],
        [['x', 'y'], 'a[1] must be a number'],
      ],
    ],
    [
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
      [['x', 1]],
      [[['x', 1, 2], 'a must have at most 2 items']],
    ],
    [
      { type: 'object', additionalProperties: { type: 'number' } },
      [{}, { x: 1 }],
      [[{ x: 'y' }, 'a.x must be a number']],
    ],
    [
      { type: 'object', properties: { x: {} }, additionalProperties: false },
      [{}, { x: 1 }],
      [[{ y: 1 }, 'a.y is not a known name']],
    ],
    [{ type: 'object', minProperties: 1 }, [{ x: 1 }], [[{}, 'a Too small: expected object to have >=1 properties']]],
    [
      { properties: { x: { type: 'string' } }, required: ['x'] },
      [{ x: 'y', z: 1 }],
      [
        [{}, 'a.x is required (a string)'],
        [[], 'a must be an object'],
      ],
    ],
    [
      { anyOf: [{ type: 'string', maxLength: 2 }, { type: 'number' }] },
      ['x', 1],
      [
        ['xyz', 'a must have at most 2 characters'],
        [true, 'a must be a string or a number'],
      ],
    ],
    [
      { oneOf: [{ type: 'number' }, { type: 'integer' }] },
      [1.5],
      [
        [1, 'a has more than one of the allowed forms'],
        ['x', 'a must be a number'],
      ],
    ],
    [{ type: 'number', anyOf: [{ minimum: 10 }, { maximum: 0 }] }, [10, 0], [[5, 'a has none of the allowed forms']]],
    [
      { allOf: [{ minLength: 2 }, { pattern: 'x' }] },
      ['xx'],
      [
        ['x', 'a must have at least 2 characters'],
        ['yy', 'a must match /x/'],
      ],
    ],
    [{ type: 'number', not: { const: 3 } }, [2], [[3, 'a has a form that is not allowed']]],
    [
      JSON.parse('{"if":{"type":"string"},"then":{"minLength":2},"else":{"type":"number"}}'),
      ['xx', 1],
      [
        ['x', 'a must have at least 2 characters'],
        [true, 'a must be a number'],
      ],
    ],
    [true as never, [1, null], []],
    [false as never, [], [[1, 'a must be a never']]],
  ])('%j', (property, good, bad) => {
    verifies('R201', 'R202', 'R231', 'R258');
    for (const value of good) expect(read(of(property), { a: value })).toEqual({ a: value });
    for (const [value, problem] of bad) expect(read(of(property), { a: value })).toEqual([problem]);
  });
});

describe('names', () => {
  test('are required or not, and unknown ones allowed unless the schema says otherwise', () => {
    verifies('R202');
    const schema = of({ type: 'string' }, { required: ['a', 'b'] });
    expect(read(schema, {})).toEqual(['a is required (a string)']);
    expect(read(schema, { a: 'x' })).toEqual(['b is required']);
    expect(read(schema, { a: 'x', b: null, c: 1 })).toEqual({ a: 'x', b: null, c: 1 });
    expect(read(of({}), {})).toEqual({});
    expect(read(of({}, { required: ['a'] }), {})).toEqual(['a is required']);
    expect(read({ ...schema, additionalProperties: false }, { a: 'x', c: 1 })).toEqual([
      'c is not a known name',
      'b is required',
    ]);
  });

  test('of the prototype are names like any other', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["toString"]}',
    ) as JsonSchemaObject;
    expect(read(schema, {})).toEqual(['toString is required']);
    expect(read(schema, JSON.parse('{"toString":1,"__proto__":{"polluted":1}}'))).toEqual({ toString: 1 });
  });
});

describe('defaults', () => {
  test('are filled in, each time anew', () => {
    verifies('R202', 'R258');
    const schema = jsonSchemaToZod(of({ type: 'array', default: ['x'] }, { required: ['a'] }));
    const first = schema.parse({}) as { a: string[] };
    first.a.push('changed');
    expect(schema.parse({})).toEqual({ a: ['x'] });
    expect(schema.parse({ a: [] })).toEqual({ a: [] });
  });

  test('inside objects are filled in when the object is there', () => {
    const schema = of({ type: 'object', properties: { n: { type: 'integer', default: 10 } } });
    expect(read(schema, {})).toEqual({});
    expect(read(schema, { a: {} })).toEqual({ a: { n: 10 } });
  });
});

test('descriptions are kept', () => {
  verifies('R202');
  const converted = jsonSchemaToZod({
    ...of({ type: 'string', description: 'Plain words.' }),
    description: 'All of it.',
  });
  expect(converted.description).toBe('All of it.');
  expect(z.toJSONSchema(converted)).toMatchObject({
    properties: { a: { type: 'string', description: 'Plain words.' } },
  });
});

describe('references', () => {
  const tree: JsonSchemaObject = {
    type: 'object',
    $defs: { 'a/b~c d': { type: 'string' } },
    properties: { name: { $ref: '#/$defs/a~1b~0c%20d', maxLength: 3 }, kids: { type: 'array', items: { $ref: '#' } } },
    required: ['name'],
    additionalProperties: false,
  };

  test('lead to other places, and back to their own', () => {
    const good = { name: 'x', kids: [{ name: 'y', kids: [{ name: 'z' }] }] };
    expect(read(tree, good)).toEqual(good);
    expect(read(tree, { name: 'long', kids: [{ name: 'y', kids: [{}] }] })).toEqual([
      'name must have at most 3 characters',
      'kids[0].kids[0].name is required (a string)',
    ]);
  });

  test('of two schemas to each other', () => {
    const schema: JsonSchemaObject = {
      type: 'object',
      $defs: {
        even: { type: 'object', properties: { next: { $ref: '#/$defs/odd' } }, additionalProperties: false },
        odd: { type: 'object', properties: { next: { $ref: '#/$defs/even' } }, required: ['next'] },
      },
      properties: { start: { $ref: '#/$defs/even' } },
    };
    expect(read(schema, { start: { next: { next: {} } } })).toEqual({ start: { next: { next: {} } } });
    expect(read(schema, { start: { next: {} } })).toEqual(['start.next.next is required (an object)']);
  });
});

test('the schema of the protocol’s own test suite', () => {
  const schema: JsonSchemaObject = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { city: { type: 'string' } } } },
    properties: {
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    ...JSON.parse(`{
      "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
      "then": { "required": ["phone"] },
      "else": { "required": ["email"] }
    }`),
    additionalProperties: false,
  };
  expect(read(schema, { email: 'x', address: { city: 'y' } })).toEqual({ email: 'x', address: { city: 'y' } });
  expect(read(schema, { contactMethod: 'phone', email: 'x' })).toEqual(['phone is required']);
  expect(read(schema, { contactMethod: 'email', phone: 'x' })).toEqual(['email is required']);
  expect(read(schema, {})).toEqual(['arguments has none of the allowed forms', 'email is required']);
});

describe('what cannot be converted', () => {
  test.each<[object, string]>([
    [{ type: 'string' }, '#: the outermost type must be "object"'],
    [of({ type: 'text' }), '#/properties/a: type must be one of string, number'],
    [of({ type: 'string', pattern: '(' }), '#/properties/a: Invalid regular expression'],
    [of({ type: 'string', default: 5 }), '#/properties/a: the default does not fit the schema'],
    [of({ minimum: 1, minLength: 1 }), '#/properties/a: say which type is meant, string or number'],
    [of({ enum: [] }), '#/properties/a: enum must not be empty'],
    [of({ const: { x: 1 } }), '#/properties/a: enum and const take text'],
    [of({ type: 'array', prefixItems: [] }), '#/properties/a: prefixItems must not be empty'],
    [of({ anyOf: {} }), '#/properties/a: anyOf must be an array'],
    [of({ $ref: 'http://example.org/schema' }), '#/properties/a: http://example.org/schema is not a local reference'],
    [of({ $ref: '#addressDef' }), '#/properties/a: #addressDef is not a local reference'],
    [of({ $ref: '#/$defs/none' }), '#/properties/a: #/$defs/none is not in the schema'],
    [of({ $ref: '#/$defs/%' }), '#/properties/a: #/$defs/% is not in the schema'],
    [of({ $ref: 5 }), '#/properties/a: $ref must be a string'],
    [of({ $ref: '#/properties/a' }), 'refers to itself without end'],
    [
      of(
        { $ref: '#/$defs/x' },
        { $defs: { x: { anyOf: [{ $ref: '#/$defs/y' }] }, y: { allOf: [{ $ref: '#/$defs/x' }] } } },
      ),
      'refers to itself without end',
    ],
    [{ type: 'object', patternProperties: {} }, '#: the keyword patternProperties is not supported'],
    [
      of({ type: 'array', items: { unevaluatedProperties: false } }),
      '#/properties/a/items: the keyword unevaluatedProperties',
    ],
    [of({ type: 'array', contains: {} }), 'the keyword contains is not supported'],
    [of(5 as never), '#/properties/a: a schema must be an object or a boolean'],
    [{ type: 'object', properties: [] }, '#: properties must be an object'],
    [{ type: 'object', required: 'a' }, '#: required must be an array'],
  ])('%j is refused when it is registered', (schema, why) => {
    expect(() => jsonSchemaToZod(schema as JsonSchemaObject)).toThrow(
      expect.objectContaining({ code: 'INVALID_REGISTRATION', message: expect.stringContaining(why) }),
    );
  });
});

test('a schema that zod wrote is read as zod meant it', () => {
  const original = z.strictObject({
    text: z.string().min(1).max(20),
    n: z.number().int().min(0).max(5).optional(),
    kind: z.enum(['fact', 'note']).default('fact'),
    tags: z.array(z.string()).max(3).optional(),
    nested: z.strictObject({ deep: z.boolean() }).optional(),
    either: z.union([z.string(), z.array(z.number())]).optional(),
  });
  const { $schema: _, ...written } = z.toJSONSchema(original, { io: 'input' });
  const converted = jsonSchemaToZod(written as JsonSchemaObject);
  const value = fc.oneof(
    fc.string({ maxLength: 25 }),
    fc.integer({ min: -2, max: 8 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 4 }),
    fc.record({ deep: fc.oneof(fc.boolean(), fc.string()) }),
    fc.constantFrom('fact', 'note'),
  );
  const names = fc.constantFrom('text', 'n', 'kind', 'tags', 'nested', 'either', 'other');
  fc.assert(
    fc.property(fc.dictionary(names, value), (given) => {
      const expected = original.safeParse(given);
      const found = converted.safeParse(given);
      expect(found.success).toBe(expected.success);
      if (expected.success) expect(found.data).toEqual(expected.data);
    }),
    { numRuns: 500 },
  );
});
