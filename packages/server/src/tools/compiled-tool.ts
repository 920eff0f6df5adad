/** A tool made ready: its schemas as zod reads them, and as clients are shown them. */
import { z } from 'zod';
import { rankOfScope, type ScopeRank } from '../dispatch/caller-scope.ts';
import { jsonSchemaToZod } from '../json-schema/json-schema-to-zod.ts';
import type { JsonSchemaObject } from '../json-schema/json-schema.ts';
import { isObject, type JsonObject } from '../protocol/protocol.ts';
import type { Tool, ToolSchema } from './tool.ts';

// zod would compile its checks with `new Function`: no code is made from data here, and the first call need not wait for it.
z.config({ jitless: true });

export interface CompiledTool {
  readonly tool: Tool;
  /** Unknown names are refused, unless a JSON Schema allows them. */
  readonly input: z.ZodType;
  readonly output: z.ZodType | undefined;
  /** The rank that a caller needs. */
  readonly rank: ScopeRank;
  /** The item of `tools/list`. Made at the first listing: converting a zod schema takes far longer than a call. */
  describe(): JsonObject;
  /** The arguments it takes, those it requires marked. */
  argumentNames(): string[];
}

/** Throws a ServerError when a JSON Schema cannot be used. */
export function compileTool(tool: Tool): CompiledTool {
  const { input, output, scope = 'write' } = tool;
  const strict = isZod(input) ? input.strict() : jsonSchemaToZod(input);
  let described: JsonObject | undefined;
  return {
    tool,
    input: strict,
    output: output === undefined || isZod(output) ? output : jsonSchemaToZod(output),
    rank: rankOfScope(scope),
    describe: () => (described ??= describe(tool)),
    argumentNames: () => (isZod(input) ? namesOfZod(input) : namesOfJson(input)),
  };
}

function describe(tool: Tool): JsonObject {
  const { input, output } = tool;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: isZod(input) ? toJsonSchema(input.strict(), 'input') : input,
    ...(output ? { outputSchema: isZod(output) ? toJsonSchema(output, 'output') : output } : {}),
    annotations: tool.annotations,
    ...metaOf(tool),
  };
}

function metaOf({ group, meta }: Tool): JsonObject {
  const all = { ...(group === undefined ? {} : { group }), ...meta };
  return Object.keys(all).length === 0 ? {} : { _meta: all };
}

function isZod(schema: ToolSchema): schema is z.ZodObject {
  return '_zod' in schema;
}

/** Without `$schema`: 2020-12 is the protocol's default, and validators of older clients stumble over its name. */
function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      dropTheObvious(jsonSchema);
      dropUnlisted(jsonSchema);
      if (io === 'output') loosen(jsonSchema);
    },
  });
  return rest;
}

/**
 * A client learns what an answer may hold, not what it must: a newer server may say more and less than an older client
 * knows of. What the server sends is checked against the full schema all the same.
 */
function loosen(schema: z.core.JSONSchema.BaseSchema): void {
  delete schema.additionalProperties;
  delete schema.required;
  delete schema.const;
}

/**
 * A field that is marked `unlisted` is left out of the list altogether. One of an answer explains itself to whoever sees it;
 * an argument is for callers who know it from elsewhere.
 */
function dropUnlisted({ properties }: z.core.JSONSchema.BaseSchema): void {
  for (const [name, field] of Object.entries(properties ?? {})) {
    if (typeof field === 'object' && field['unlisted'] === true) delete properties?.[name];
  }
}

/** Every byte of a schema is paid for in every session: what zod adds without being asked says nothing to a caller. */
function dropTheObvious(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.propertyNames !== undefined) delete schema.propertyNames;
  const { additionalProperties: others } = schema;
  if (typeof others === 'object' && Object.keys(others).length === 0) delete schema.additionalProperties;
}

function namesOfZod(input: z.ZodObject): string[] {
  return Object.entries(input.shape).map(([name, field]) =>
    (field as z.ZodType).safeParse(undefined).success ? name : `${name} (required)`,
  );
}

function namesOfJson({ properties, required }: JsonSchemaObject): string[] {
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const names = isObject(properties) ? Object.keys(properties) : [];
  return names.map((name) => (needed.includes(name) ? `${name} (required)` : name));
}
