/**
 * Makes a zod schema of a JSON Schema, so that tools may be described either way and are checked the same way. Scalars
 * are zod's own conversion; objects, arrays, references and combinations are done here, because zod's leaves out what it
 * has no word for without saying so: here that is refused, with the place and the reason.
 *
 * Defaults are filled in for missing properties. Inside `allOf`, `not`, `if` and their like they are remarks, as in the
 * standard; so are unknown keywords and unknown formats.
 */
import { z } from 'zod';
import { isObject } from '../protocol/protocol.ts';
import { either, fits, has, misfits, withAssertions, type Assertion } from './assertion.ts';
import {
  asSchema,
  keywordsOf,
  listAt,
  typesOf,
  unusable,
  type JsonSchema,
  type JsonSchemaObject,
  type JsonType,
  type SchemaPath,
} from './json-schema.ts';
import { resolvePointer } from './resolve-pointer.ts';

type Keywords = Readonly<Record<string, unknown>>;

/** Throws a ServerError `INVALID_REGISTRATION` that names the place in the schema. */
export function jsonSchemaToZod(schema: JsonSchemaObject): z.ZodType {
  if (schema.type !== 'object') throw unusable('', 'the outermost type must be "object"');
  return new Converter(schema).convert(schema, '', []);
}

class Converter {
  readonly #root: JsonSchemaObject;
  readonly #converted = new Map<string, z.ZodType>();
  readonly #underWay = new Set<string>();

  constructor(root: JsonSchemaObject) {
    this.#root = root;
  }

  /** `refs` are those that led here without going deeper into the value: one of them again would never end. */
  convert(value: unknown, path: SchemaPath, refs: readonly string[]): z.ZodType {
    const schema = asSchema(value, path);
    if (typeof schema === 'boolean') return schema ? z.any() : z.never();
    const checked = withAssertions(this.#base(schema, path, refs), this.#assertions(schema, path, refs));
    const described = typeof schema['description'] === 'string' ? checked.describe(schema['description']) : checked;
    return schema['default'] === undefined ? described : withDefault(described, schema['default'], path);
  }

  #base(schema: Keywords, path: SchemaPath, refs: readonly string[]): z.ZodType {
    if (schema['$ref'] !== undefined) return this.#reference(schema['$ref'], path, refs);
    if (schema['enum'] !== undefined || schema['const'] !== undefined) return literals(schema, path);
    const types = typesOf(schema, path).map((type) => this.#typed(schema, type, path));
    if (types.length > 0) return unionOf(types);
    if (schema['anyOf'] !== undefined) return this.#anyOf(schema, path, refs);
    return schema['oneOf'] === undefined ? z.any() : this.#oneOf(schema, path, refs);
  }

  /** Everything that the base does not already see to. */
  #assertions(schema: Keywords, path: SchemaPath, refs: readonly string[]): Assertion[] {
    const of = (keyword: string) => this.convert(schema[keyword], `${path}/${keyword}`, refs);
    const maybe = (keyword: string) => (schema[keyword] === undefined ? undefined : fits(of(keyword)));
    const assertions = this.#list(schema, 'allOf', path, refs).map(fits);
    const based = ['$ref', 'enum', 'const'].some((word) => schema[word] !== undefined);
    const typed = typesOf(schema, path).length > 0;
    if (based && typed)
      assertions.push(fits(unionOf(typesOf(schema, path).map((type) => this.#typed(schema, type, path)))));
    const taken = based || typed ? undefined : ['anyOf', 'oneOf'].find((word) => schema[word] !== undefined);
    if (schema['anyOf'] !== undefined && taken !== 'anyOf') assertions.push(fits(this.#anyOf(schema, path, refs)));
    if (schema['oneOf'] !== undefined && taken !== 'oneOf') assertions.push(fits(this.#oneOf(schema, path, refs)));
    if (schema['not'] !== undefined) assertions.push(misfits(of('not')));
    if (schema['if'] !== undefined) assertions.push(either(of('if'), maybe('then'), maybe('else')));
    return assertions;
  }

  #anyOf(schema: Keywords, path: SchemaPath, refs: readonly string[]): z.ZodType {
    return unionOf(this.#list(schema, 'anyOf', path, refs));
  }

  #oneOf(schema: Keywords, path: SchemaPath, refs: readonly string[]): z.ZodType {
    const options = this.#list(schema, 'oneOf', path, refs);
    const error = (issue: z.core.$ZodRawIssue) =>
      issue.code === 'invalid_union' && issue.errors.length === 0
        ? 'has more than one of the allowed forms'
        : undefined;
    return z.xor(options, { error });
  }

  #list(schema: Keywords, keyword: string, path: SchemaPath, refs: readonly string[]): z.ZodType[] {
    return listAt(schema, keyword, path).map((one, index) => this.convert(one, `${path}/${keyword}/${index}`, refs));
  }

  #typed(schema: Keywords, type: JsonType, path: SchemaPath): z.ZodType {
    const keywords = keywordsOf(schema, type);
    if (type === 'object') return this.#object(keywords, path);
    return type === 'array' ? this.#array(keywords, path) : scalar(type, keywords, path);
  }

  #object(keywords: Keywords, path: SchemaPath): z.ZodType {
    const { properties = {}, additionalProperties: others = true, minProperties, maxProperties } = keywords;
    if (!isObject(properties)) throw unusable(path, 'properties must be an object');
    const required = listAt(keywords, 'required', path).map(String);
    const shape = Object.entries(properties).map(([name, property]): [string, z.ZodType] => {
      const converted = this.convert(property, `${path}/properties/${name}`, []);
      return [name, required.includes(name) ? converted : converted.optional()];
    });
    const object = z.object(Object.fromEntries(shape));
    const filled = new Set(shape.filter(([, property]) => property instanceof z.ZodDefault).map(([name]) => name));
    const limits = {
      ...(minProperties === undefined ? {} : { minProperties }),
      ...(maxProperties === undefined ? {} : { maxProperties }),
    };
    return withAssertions(this.#withOthers(object, others, path), [
      has(required.filter((name) => !filled.has(name))),
      ...(Object.keys(limits).length > 0 ? [fits(zodOwn({ type: 'object', ...limits }, path))] : []),
    ]);
  }

  #withOthers(object: z.ZodObject, others: unknown, path: SchemaPath): z.ZodType {
    if (others === true) return object.loose();
    return others === false
      ? object.strict()
      : object.catchall(this.convert(others, `${path}/additionalProperties`, []));
  }

  #array({ items = true, prefixItems, ...limits }: Keywords, path: SchemaPath): z.ZodType {
    const rest = this.convert(items, `${path}/items`, []);
    // Without items, zod's conversion forgets the limits.
    const lengths = fits(zodOwn({ type: 'array', items: {}, ...limits }, path));
    if (prefixItems === undefined) return withAssertions(z.array(rest), [lengths]);
    const [first, ...more] = listAt({ prefixItems }, 'prefixItems', path).map((item, index) =>
      this.convert(item, `${path}/prefixItems/${index}`, []).optional(),
    );
    if (first === undefined) throw unusable(path, 'prefixItems must not be empty');
    return withAssertions(items === false ? z.tuple([first, ...more]) : z.tuple([first, ...more], rest), [lengths]);
  }

  #reference(ref: unknown, path: SchemaPath, refs: readonly string[]): z.ZodType {
    if (typeof ref !== 'string') throw unusable(path, '$ref must be a string');
    if (refs.includes(ref)) throw unusable(path, `${ref} refers to itself without end`);
    if (!this.#underWay.has(ref)) {
      this.#underWay.add(ref);
      const target = resolvePointer(this.#root, ref, path);
      this.#converted.set(ref, this.convert(target, ref.slice(1), [...refs, ref]));
    }
    // While a schema is being converted, those inside it can only know it by its name.
    return this.#converted.get(ref) ?? z.lazy(() => this.#converted.get(ref) ?? z.never());
  }
}

function unionOf(options: readonly z.ZodType[]): z.ZodType {
  const [first, ...more] = options;
  if (first === undefined) return z.never();
  return more.length === 0 ? first : z.union([first, ...more]);
}

function literals(schema: Keywords, path: SchemaPath): z.ZodType {
  const values = schema['const'] === undefined ? listAt(schema, 'enum', path) : [schema['const']];
  if (values.length === 0) throw unusable(path, 'enum must not be empty');
  if (values.some((value) => typeof value === 'object' && value !== null)) {
    throw unusable(path, 'enum and const take text, numbers, booleans and null');
  }
  const known = values as (string | number | boolean | null)[];
  return known.every((value) => typeof value === 'string') ? z.enum(known) : z.literal(known);
}

function scalar(type: JsonType, keywords: Keywords, path: SchemaPath): z.ZodType {
  // zod takes a relative reference for a whole address.
  const { format, ...rest } = keywords;
  return zodOwn({ type, ...rest, ...(format === undefined || format === 'uri-reference' ? {} : { format }) }, path);
}

/** zod's own conversion, which keeps remarks in a registry that nobody else sees. */
function zodOwn(schema: JsonSchema, path: SchemaPath): z.ZodType {
  try {
    return z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema, { registry: z.registry() });
  } catch (error) {
    throw unusable(path, error instanceof Error ? error.message : 'it cannot be converted');
  }
}

function withDefault(schema: z.ZodType, value: unknown, path: SchemaPath): z.ZodType {
  if (!schema.safeParse(value).success) throw unusable(path, 'the default does not fit the schema');
  return schema.default(() => structuredClone(value));
}
