/**
 * What browsers need to be told so that an allowed page can use the server. It is always told by name, never with `*`, and
 * credentials of the browser's own (cookies) are never asked for.
 */
import type { HttpRequestHead } from './guard.ts';

export type HeaderRecord = Readonly<Record<string, string>>;

const METHODS = 'GET, POST, DELETE, OPTIONS';
const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
];
/** Tools may mirror arguments into headers of this form; their names are not known beforehand. */
const ARGUMENT_HEADER = /^mcp-param-[a-z0-9-]{1,100}$/;
const MAX_ARGUMENT_HEADERS = 50;
const EXPOSED_HEADERS = 'mcp-session-id, www-authenticate, retry-after';
const PREFLIGHT_SECONDS = 600;

export function isPreflight({ method, headers }: HttpRequestHead): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** For every answer. A cache must not give one origin's answer to another, not even the answer to a program. */
export function corsHeaders(origin: string | undefined): HeaderRecord {
  if (origin === undefined) return { vary: 'Origin' };
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
    vary: 'Origin',
  };
}

export function preflightHeaders(origin: string, head: HttpRequestHead): HeaderRecord {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': [...REQUEST_HEADERS, ...argumentHeaders(head)].join(', '),
    'access-control-max-age': String(PREFLIGHT_SECONDS),
    vary: 'Origin, Access-Control-Request-Headers',
  };
}

function argumentHeaders({ headers }: HttpRequestHead): string[] {
  const asked = headers['access-control-request-headers'];
  if (typeof asked !== 'string') return [];
  const names = asked.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => ARGUMENT_HEADER.test(name)).slice(0, MAX_ARGUMENT_HEADERS);
}
