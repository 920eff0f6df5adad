/**
 * The transport of 2024-11-05, for clients that know no other: GET `/sse` opens a stream and says where to POST. It is
 * deprecated, says so in its headers, and is only there when asked for.
 */
import type { ServerHost } from '../../lifecycle/server-listener.ts';
import type { Exchange } from './exchange.ts';
import type { HttpLimits } from './http-limits.ts';
import { badRequest, HttpRefusal } from './http-refusal.ts';
import { HttpSession } from './sessions/http-session.ts';
import { parseBody } from './body/parse-body.ts';
import { requireJson } from './required-headers.ts';
import { PROTOCOL } from './route-policy.ts';
import type { Routes } from './router.ts';
import type { SessionTable } from './sessions/session-table.ts';
import { SseWire } from './streams/sse-wire.ts';

/** Since the revision of 2025-03-26 (RFC 9745), and what to use instead (RFC 5829). */
const DEPRECATED = { deprecation: '@1742947200', link: '</mcp>; rel="successor-version"' };

export function legacySseRoutes(host: ServerHost, sessions: SessionTable, limits: HttpLimits): Routes {
  return {
    '/sse': { ...PROTOCOL, on: { GET: (exchange) => open(exchange, host, sessions, limits) } },
    '/messages': { ...PROTOCOL, on: { POST: (exchange) => post(exchange, sessions) } },
  };
}

async function open(exchange: Exchange, host: ServerHost, sessions: SessionTable, limits: HttpLimits): Promise<void> {
  const wire = new SseWire(host.logger);
  const session = await sessions.add(() => HttpSession.open(host, 'sse', wire, exchange.caller));
  exchange.sessionId = session.id;
  host.logger.log('warning', 'deprecated_transport', { transport: 'sse', session_id: session.id });
  wire.open(exchange, `/messages?sessionId=${session.id}`, {
    headers: DEPRECATED,
    limits,
    onClose: () => void sessions.remove(session, 'disconnected'),
  });
}

async function post(exchange: Exchange, sessions: SessionTable): Promise<void> {
  const id = new URLSearchParams(exchange.query).get('sessionId');
  if (id === null) throw new HttpRefusal(400, 'The query has to name a sessionId: open /sse first.');
  const { wire } = sessions.find(id, 'sse', exchange.caller) as HttpSession<SseWire>;
  exchange.sessionId = id;
  requireJson(exchange);
  const { message, wire: said } = parseBody(await exchange.readBody());
  if (message.kind === 'request' && wire.isWaiting(message.id)) {
    throw badRequest('Invalid request: a request with this id is still in progress', message.id);
  }
  exchange.empty(202, DEPRECATED);
  wire.take(said, exchange.caller);
}
