/** docs/api.md and docs/openapi.json: the endpoints of the page's API, from the endpoints themselves. */
import { endpoints } from '@zapomni/api/endpoints';
import { SERVER_INFO } from '@zapomni/mcp/identity';
import { z } from 'zod';

type Endpoint = (typeof endpoints)[keyof typeof endpoints];

const ALL = Object.entries(endpoints) as [string, Endpoint][];
const IN_PATH = /\{(\w+)\}/g;

export function renderApiPage(): string {
  const rows = ALL.map(
    ([name, { method, path, scope, summary }]) => `| \`${method} ${path}\` | ${scope} | ${summary} | \`${name}\` |`,
  );
  return [
    '# The API of the dashboard',
    '',
    'Written by `npm run gen` from `packages/api`; [openapi.json](openapi.json) has the fields of each call. How to sign in stands in',
    '[dashboard.md](dashboard.md). A field of a query that is no text is written as JSON: `?limit=20&filters={"tags":["a"]}`. Errors are those of',
    '[errors.md](errors.md), as `{"error":{"code","message","hint","retryable","issues","candidates"}}`, and `SIGNED_OUT` with 401.',
    '',
    '| address | needs | what | name |',
    '| ------- | ----- | ---- | ---- |',
    ...rows,
    '| `GET /api/events` | read | What changes, as server-sent events; `Last-Event-ID` goes on from there | |',
    '| `POST /api/session` | a code | `{"code"}` for a token of twelve hours | |',
    '',
  ].join('\n');
}

export function renderOpenApi(): string {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of ALL) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
  }
  const info = { title: `${SERVER_INFO.title} dashboard`, version: SERVER_INFO.version };
  const securitySchemes = { session: { type: 'http', scheme: 'bearer' } };
  return `${JSON.stringify({ openapi: '3.1.0', info, security: [{ session: [] }], paths, components: { securitySchemes } }, null, 2)}\n`;
}

function operationOf(operationId: string, { method, path, scope, summary, input, output }: Endpoint) {
  const { properties = {}, required = [] } = schemaOf(input, 'input') as Shape;
  const inPath = new Set([...path.matchAll(IN_PATH)].map(([, field]) => field as string));
  const inBody = Object.entries(properties).filter(([field]) => !inPath.has(field));
  const places = method === 'GET' ? Object.keys(properties) : [...inPath];
  const body = {
    type: 'object',
    properties: Object.fromEntries(inBody),
    required: required.filter((field) => !inPath.has(field)),
  };
  return {
    operationId,
    summary,
    'x-scope': scope,
    parameters: places.map((field) => ({
      name: field,
      in: inPath.has(field) ? 'path' : 'query',
      required: inPath.has(field) || required.includes(field),
      schema: properties[field],
    })),
    ...(method === 'GET' ? {} : { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: {
      200: { description: 'The result', content: { 'application/json': { schema: schemaOf(output, 'output') } } },
    },
  };
}

interface Shape {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
