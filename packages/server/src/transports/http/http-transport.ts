/**
 * MCP over HTTP on one port: both protocol eras, sessions, the older SSE transport when asked for, and the pages that
 * tell how the server is. Each request is admitted by the gatekeeper before its body is read, found its route, answered,
 * and logged without its query.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Gatekeeper } from '../../guards/guard.ts';
import { ServerError } from '../../server-error.ts';
import type { ServerHost, ServerListener } from '../../lifecycle/server-listener.ts';
import type { ServerLogger } from '../../server-logger.ts';
import { resolveLimits, type HttpLimits } from './http-limits.ts';
import { legacySseRoutes } from './legacy-sse-endpoint.ts';
import { McpEndpoint } from './mcp-endpoint.ts';
import { OpenConnections } from './open-connections.ts';
import { RequestPipeline, type OnRequestDone } from './request-pipeline.ts';
import { Router, type Routes } from './router.ts';
import { SessionTable, type SessionCounters, type SessionOptions } from './sessions/session-table.ts';
import { statusRoutes, type StatusParts } from './status-pages.ts';

export interface HttpTransportOptions extends Pick<StatusParts, 'readiness' | 'metrics'> {
  /** 127.0.0.1 unless given. */
  readonly host?: string;
  /** 0 takes any free one; `address` says which. */
  readonly port: number;
  readonly gatekeeper: Gatekeeper;
  readonly logger: ServerLogger;
  readonly sessions?: SessionOptions;
  /** Serves `/sse` and `/messages` too. */
  readonly legacySse?: boolean;
  /** Further paths. They pass the gatekeeper like all others and cannot replace the transport's own. */
  readonly routes?: Routes;
  /** Told of each HTTP request when its answer is over. Must not throw. */
  readonly onRequestDone?: OnRequestDone;
  readonly limits?: Partial<HttpLimits>;
}

export interface HttpTransport extends ServerListener {
  /** Where it listens; `undefined` before it does. */
  readonly address: { readonly host: string; readonly port: number } | undefined;
  readonly sessionCounters: SessionCounters;
}

/** Throws a ServerError that names the option which cannot be used. The port is taken when the server runs. */
export function createHttpTransport(options: HttpTransportOptions): HttpTransport {
  return new NodeHttpTransport(options);
}

/** How long what has been written gets to leave before connections are cut. */
const FLUSH_MS = 1000;

interface Running {
  readonly server: Server;
  readonly connections: OpenConnections;
  readonly endpoint: McpEndpoint;
  readonly pipeline: RequestPipeline;
}

class NodeHttpTransport implements HttpTransport {
  readonly name = 'http';
  readonly #options: HttpTransportOptions;
  readonly #limits: HttpLimits;
  readonly #sessions: SessionTable;
  #running: Running | undefined;
  #address: HttpTransport['address'];

  constructor(options: HttpTransportOptions) {
    const { port, logger, sessions = {} } = options;
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      throw new ServerError('INVALID_OPTIONS', 'Option port must be a whole number from 0 to 65535.');
    }
    this.#options = options;
    this.#limits = resolveLimits(options.limits);
    this.#sessions = new SessionTable(sessions, logger);
  }

  get address(): HttpTransport['address'] {
    return this.#address;
  }

  get sessionCounters(): SessionCounters {
    return this.#sessions.counters;
  }

  get unanswered(): number {
    const sessions = this.#sessions.all.reduce((sum, session) => sum + session.unanswered, 0);
    return sessions + (this.#running?.pipeline.inFlight.count ?? 0);
  }

  async open(host: ServerHost): Promise<void> {
    const endpoint = new McpEndpoint(host, this.#sessions, this.#limits);
    const router = new Router(this.#routes(host, endpoint));
    const { gatekeeper, logger, port, host: name = '127.0.0.1', onRequestDone } = this.#options;
    const pipeline = new RequestPipeline({ host, gatekeeper, router, limits: this.#limits, onRequestDone });
    const server = createNodeServer(this.#limits, pipeline);
    const connections = new OpenConnections(server);
    this.#address = await listen(server, name, port);
    // Running out of file descriptors, for instance, is told here; connections that are open go on.
    server.on('error', (error) => logger.log('error', 'http_server_error', { error }));
    this.#running = { server, connections, endpoint, pipeline };
    logger.log('info', 'http_listening', { ...this.#address, legacy_sse: this.#options.legacySse ?? false });
  }

  stopAccepting(): void {
    this.#running?.pipeline.stop();
    this.#running?.server.close();
  }

  /** Once nothing is being taken in any more, sessions can only come to rest. */
  async idle(): Promise<void> {
    await this.#running?.pipeline.inFlight.idle();
    await Promise.all(this.#sessions.all.map((session) => session.idle()));
  }

  async close(): Promise<void> {
    if (this.#running === undefined) return;
    const { connections, endpoint } = this.#running;
    this.stopAccepting();
    await Promise.all([this.#sessions.clear(), endpoint.close()]);
    await connections.hangUp(FLUSH_MS);
    this.#running = undefined;
  }

  #routes(host: ServerHost, endpoint: McpEndpoint): Routes {
    const { routes, readiness, metrics, legacySse } = this.#options;
    const pages = statusRoutes(host, {
      sessions: () => this.#sessions.counters,
      readinessMs: this.#limits.readinessMs,
      ...(readiness ? { readiness } : {}),
      ...(metrics ? { metrics } : {}),
    });
    const older = legacySse ? legacySseRoutes(host, this.#sessions, this.#limits) : {};
    return { ...routes, ...pages, ...older, '/mcp': endpoint.route };
  }
}

function createNodeServer(limits: HttpLimits, pipeline: RequestPipeline): Server {
  const server = createServer({
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headMs,
    // A backstop: bodies are timed one by one, and answered when they take too long.
    requestTimeout: limits.headMs + limits.bodyMs + 1000,
    connectionsCheckingInterval: Math.min(1000, limits.headMs),
    keepAliveTimeout: limits.keepAliveMs,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
  });
  // The runtime would drop fields beyond its limit without a word, whichever they are; they are counted instead.
  server.maxHeadersCount = 0;
  server.setTimeout(limits.stalledMs);
  server.on('request', (request, response) => void pipeline.handle(request, response));
  server.on('checkContinue', (request, response) => void pipeline.handle(request, response));
  return server;
}

async function listen(server: Server, host: string, port: number): Promise<{ host: string; port: number }> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'it is in use' : 'it cannot be opened';
    throw new ServerError('CONNECTION', `Port ${port} on ${host}: ${reason}. Choose another port or host.`, error);
  }
  return { host, port: (server.address() as AddressInfo).port };
}
