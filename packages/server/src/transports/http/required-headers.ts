/** What a request has to say about itself before it is looked at. Each throws the HttpRefusal that fits. */
import { isJsonContentType } from '@modelcontextprotocol/server';
import { INITIALIZE_VERSIONS } from '../../protocol/protocol.ts';
import type { Exchange } from './exchange.ts';
import { HttpRefusal } from './http-refusal.ts';

export const VERSION_HEADER = 'mcp-protocol-version';

export function requireJson(exchange: Exchange): void {
  if (!isJsonContentType(exchange.header('content-type') ?? null)) {
    throw new HttpRefusal(415, 'Unsupported Media Type: Content-Type must be application/json.');
  }
  // A few compressed bytes can become gigabytes.
  if (exchange.header('content-encoding') === undefined) return;
  throw new HttpRefusal(415, 'Unsupported Media Type: the body must not be compressed.');
}

export function requireAccept(exchange: Exchange, types: readonly string[]): void {
  const accept = exchange.header('accept') ?? '';
  if (accept.includes('*/*') || types.every((type) => accept.includes(type))) return;
  throw new HttpRefusal(406, `Not Acceptable: the Accept header must name ${types.join(' and ')}.`);
}

/** Of the revisions that have sessions. */
export function requireKnownVersion(exchange: Exchange): void {
  const version = exchange.header(VERSION_HEADER);
  if (version === undefined || INITIALIZE_VERSIONS.some((known) => known === version)) return;
  throw new HttpRefusal(400, `Unsupported protocol version. Supported: ${INITIALIZE_VERSIONS.join(', ')}.`);
}
