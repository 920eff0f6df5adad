import type { IncomingHttpHeaders } from 'node:http';
import type { HttpRequestHead } from '../guard.ts';

/** A POST to /mcp from this machine, unless told otherwise. */
export function requestHead(headers: IncomingHttpHeaders = {}, rest: Partial<HttpRequestHead> = {}): HttpRequestHead {
  return { method: 'POST', path: '/mcp', headers: { host: 'localhost', ...headers }, remoteAddress: '::1', ...rest };
}
