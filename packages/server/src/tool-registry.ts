/**
 * The tools, looked up by name in a Map and nowhere else, so that a name such as `constructor` is simply unknown. What
 * clients are shown is compiled once, at the first listing: converting a zod schema takes far longer than a call.
 */
import { z } from 'zod';
import type { ErrorReport } from './error-report.ts';
import { invalidArguments, plainMessage, toReportedIssues } from './input-issues.ts';
import type { JsonObject } from './protocol.ts';
import { ServerError } from './server-error.ts';
import type { Tool } from './tool.ts';

// zod would compile its checks with `new Function`: no code is made from data here, and the first call need not wait for it.
z.config({ jitless: true });

const NAME = /^[a-z_][a-z0-9_]*$/;
const MAX_ISSUES = 20;

type Checked = { readonly input: Record<string, unknown> } | { readonly report: ErrorReport };

interface Entry {
  readonly tool: Tool;
  /** The tool's input schema, made strict. */
  readonly input: z.ZodObject;
}

export class ToolRegistry {
  readonly #entries = new Map<string, Entry>();
  #listed: readonly JsonObject[] | undefined;

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  get size(): number {
    return this.#entries.size;
  }

  add(tool: Tool): void {
    if (!NAME.test(tool.name)) {
      throw new ServerError(
        'INVALID_REGISTRATION',
        `Tool name ${JSON.stringify(tool.name)} must match ${NAME.source}.`,
      );
    }
    if (this.#entries.has(tool.name)) {
      throw new ServerError('DUPLICATE_NAME', `A tool named ${tool.name} is already registered.`);
    }
    this.#entries.set(tool.name, { tool, input: tool.input.strict() });
    this.#listed = undefined;
  }

  get(name: string): Tool | undefined {
    return this.#entries.get(name)?.tool;
  }

  /** The tool's arguments as its schema reads them, or what is wrong with them. */
  check(tool: Tool, given: JsonObject): Checked {
    const schema = this.#entries.get(tool.name)?.input ?? tool.input;
    const parsed = schema.safeParse(withoutAliases(given, tool.aliases), { error: plainMessage });
    if (parsed.success) return { input: parsed.data };
    const issues = toReportedIssues(parsed.error.issues.slice(0, MAX_ISSUES)).slice(0, MAX_ISSUES);
    return { report: invalidArguments(tool.name, issues, expectedNames(tool.input)) };
  }

  /** The items of `tools/list`, in order of registration. */
  list(): readonly JsonObject[] {
    this.#listed ??= [...this.#entries.values()].map(describe);
    return this.#listed;
  }
}

/** Puts arguments under their own names. One given twice with different values stays, and is refused as unknown. */
function withoutAliases(given: JsonObject, aliases: Tool['aliases'] = {}): JsonObject {
  const renamed: [string, unknown][] = Object.entries(given).map(([name, value]) => {
    const own = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    return own !== undefined && (!Object.hasOwn(given, own) || given[own] === value) ? [own, value] : [name, value];
  });
  return Object.fromEntries(renamed);
}

function describe({ tool, input }: Entry): JsonObject {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: toJsonSchema(input, 'input'),
    ...(tool.output ? { outputSchema: toJsonSchema(tool.output, 'output') } : {}),
    annotations: tool.annotations,
    ...(tool.group === undefined ? {} : { _meta: { group: tool.group } }),
  };
}

/** Without `$schema`: 2020-12 is the protocol's default, and validators of older clients stumble over its name. */
function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      dropTheObvious(jsonSchema);
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

function expectedNames(input: z.ZodObject): string[] {
  return Object.entries(input.shape).map(([name, field]) =>
    (field as z.ZodType).safeParse(undefined).success ? name : `${name} (required)`,
  );
}
