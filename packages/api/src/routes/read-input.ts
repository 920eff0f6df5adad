/** What an endpoint is given: the names of its path, the query of a GET, the JSON of everything else. */
import { ZapomniError } from '@zapomni/core/errors';
import type { Exchange } from '@zapomni/server/http';
import type { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';

type Given = Record<string, unknown>;

/** INVALID_INPUT names the field that is missing, unknown or out of range. */
export async function readInput(
  { input, method }: Endpoint,
  exchange: Exchange,
  values: Readonly<Record<string, string>>,
): Promise<z.output<z.ZodObject>> {
  const given = method === 'GET' ? readQuery(exchange.query) : await readJson(exchange);
  const twice = Object.keys(given).find((name) => Object.hasOwn(values, name));
  if (twice !== undefined) throw invalid(twice, 'stands in the address already');
  const parsed = input.strict().safeParse(typed(input, { ...given, ...values }, method === 'GET'));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({ field: issue.path.join('.') || 'input', error: issue.message }));
  const [first] = issues;
  throw new ZapomniError('INVALID_INPUT', `${first?.field}: ${first?.error}`, { issues });
}

function readQuery(query: string): Given {
  const given: Given = {};
  for (const [name, value] of new URLSearchParams(query)) {
    if (Object.hasOwn(given, name)) throw invalid(name, 'may be given once; write a list as JSON');
    given[name] = value;
  }
  return given;
}

/** The body; nothing is an empty object. */
export async function readJson(exchange: Exchange): Promise<Given> {
  const body = await exchange.readBody();
  if (body.length === 0) return {};
  const [type = ''] = (exchange.header('content-type') ?? '').split(';');
  // A form of another page can send text and fields, and never this.
  if (type.trim().toLowerCase() !== 'application/json') throw invalid('content-type', 'must be application/json');
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw invalid('body', 'is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('body', 'must be an object');
  return value as Given;
}

/** A query has only texts: one that its field does not take as a text is read as JSON, such as 20, true or ["a","b"]. */
function typed({ shape }: z.ZodObject, given: Given, isQuery: boolean): Given {
  if (!isQuery) return given;
  const entries = Object.entries(given).map(([name, value]) => {
    const field = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
    return [name, field === undefined || field.safeParse(value).success ? value : readValue(String(value))] as const;
  });
  return Object.fromEntries(entries);
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function invalid(field: string, error: string): ZapomniError {
  return new ZapomniError('INVALID_INPUT', `${field}: ${error}.`, { issues: [{ field, error }] });
}
