/**
 * The way of every HTTP request: counted, admitted by the gatekeeper before anything of its body is read, routed,
 * answered, logged. Whatever is thrown on the way is answered here and nowhere else.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Gatekeeper } from '../../guards/guard.ts';
import { NOBODY } from '../../dispatch/known-callers.ts';
import { RPC_ERROR } from '../../protocol/protocol.ts';
import type { ServerHost } from '../../lifecycle/server-listener.ts';
import { Exchange, type ExchangeParts } from './exchange.ts';
import type { HttpLimits } from './http-limits.ts';
import { HttpRefusal } from './http-refusal.ts';
import { InFlight } from './in-flight.ts';
import { readTarget } from './request-target.ts';
import { isOpen, STRICTEST } from './route-policy.ts';
import { handlerOf, type Router } from './router.ts';

/** Refusals that say something about what was sent, and count as protocol errors. */
const FAULTS = new Set([400, 408, 413]);
/** Asked for every few seconds by machines. */
const QUIET_PATHS = new Set(['/health', '/ready', '/metrics']);

/** `route` is the path without its query. */
export type OnRequestDone = (request: {
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}) => void;

/** The runtime keeps the first of several and drops the rest; a proxy may have looked at another one. */
const SENT_ONCE = new Set(['host', 'origin', 'authorization', 'content-length', 'mcp-session-id', 'last-event-id']);

function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase();
    if (SENT_ONCE.has(name) && seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

export interface PipelineParts {
  readonly host: ServerHost;
  readonly gatekeeper: Gatekeeper;
  readonly router: Router;
  readonly limits: HttpLimits;
  readonly onRequestDone: OnRequestDone | undefined;
}

export class RequestPipeline {
  readonly inFlight = new InFlight();
  readonly #parts: PipelineParts;
  #stopping = false;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
  }

  /** From now on requests are told to go elsewhere. */
  stop(): void {
    this.#stopping = true;
  }

  /** Never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { limits } = this.#parts;
    const parts = { request, response, limits, ...readTarget(request), caller: NOBODY, headers: {}, policy: STRICTEST };
    const exchange = this.#watch(new Exchange(parts));
    try {
      this.#assertRoom(request);
      await this.inFlight.track(() => this.#answer(parts, exchange));
    } catch (error) {
      this.#fail(exchange, error);
    }
  }

  async #answer(parts: ExchangeParts, stranger: Exchange): Promise<void> {
    const route = this.#parts.router.find(parts.head.path);
    const admission = await this.#parts.gatekeeper.admit(parts.head, isOpen(route?.scope, parts.head.method));
    if ('preflight' in admission) return stranger.empty(204, admission.preflight);
    if ('status' in admission) return stranger.refuse(admission.status, admission.error, null, admission.headers);
    const exchange = new Exchange({ ...parts, ...admission, policy: route ?? STRICTEST });
    try {
      await handlerOf(route, exchange)(exchange);
    } catch (error) {
      this.#fail(exchange, error);
    }
    stranger.sessionId = exchange.sessionId;
  }

  #assertRoom({ rawHeaders }: IncomingMessage): void {
    const { inFlight, headFields } = this.#parts.limits;
    if (rawHeaders.length > headFields * 2) throw new HttpRefusal(431, 'Too many header fields.');
    const repeated = repeatedHeader(rawHeaders);
    if (repeated !== undefined) throw new HttpRefusal(400, `The header ${repeated} may be sent once only.`);
    const headers = { 'retry-after': '1' };
    if (this.#stopping) throw new HttpRefusal(503, 'The server is shutting down.', { headers });
    if (this.inFlight.count >= inFlight) throw new HttpRefusal(503, 'Too many requests at once.', { headers });
  }

  #fail(exchange: Exchange, error: unknown): void {
    const { ledger, logger } = this.#parts.host;
    const refusal = error instanceof HttpRefusal ? error : undefined;
    if (refusal === undefined) logger.log('error', 'http_request_failed', { path: exchange.head.path, error });
    if (refusal === undefined || FAULTS.has(refusal.status)) ledger.fault();
    if (exchange.response.headersSent) exchange.response.destroy();
    else if (refusal) exchange.refuseWith(refusal);
    else exchange.refuse(500, { code: RPC_ERROR.internal, message: 'Internal error' });
  }

  /** When a request is over it is told of, once. */
  #watch(exchange: Exchange): Exchange {
    const startedAt = performance.now();
    // A client that leaves in the middle is no fault of ours; without these lines it would end the process.
    exchange.request.on('error', () => undefined);
    exchange.response.on('error', () => undefined);
    exchange.response.on('close', () => this.#done(exchange, performance.now() - startedAt));
    return exchange;
  }

  #done({ head: { method, path }, sessionId, response }: Exchange, ms: number): void {
    const { host, onRequestDone } = this.#parts;
    const { statusCode: status } = response;
    host.logger.log(QUIET_PATHS.has(path) ? 'debug' : 'info', 'http_request', {
      method,
      path: path.slice(0, 200),
      session_id: sessionId,
      status,
      duration_ms: Math.round(ms * 1000) / 1000,
    });
    onRequestDone?.({ route: path, status, seconds: ms / 1000 });
  }
}
