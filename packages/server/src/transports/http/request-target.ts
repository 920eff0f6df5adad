import type { IncomingMessage } from 'node:http';
import type { HttpRequestHead } from '../../guards/guard.ts';

export interface RequestTarget {
  readonly head: HttpRequestHead;
  readonly query: string;
}

/** What a request asks for, known before its body. Queries are kept apart: they may hold secrets and are never logged. */
export function readTarget(request: IncomingMessage): RequestTarget {
  const { method = 'GET', url = '/', headers } = request;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  return {
    head: { method, path, headers, remoteAddress: request.socket.remoteAddress ?? '' },
    query: end < 0 ? '' : url.slice(end + 1),
  };
}
