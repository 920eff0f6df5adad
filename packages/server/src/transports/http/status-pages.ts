/** What the server tells about itself: whether it is well, whether it can be used, what it offers, its metrics. */
import { INITIALIZE_VERSIONS, isObject, METHOD, STATELESS_VERSIONS, type JsonObject } from '../../protocol/protocol.ts';
import type { ServerHost } from '../../lifecycle/server-listener.ts';
import { createSession } from '../../connection/session.ts';
import type { Exchange } from './exchange.ts';
import type { RoutePolicy } from './route-policy.ts';
import { page, type Routes } from './router.ts';
import type { SessionCounters } from './sessions/session-table.ts';

export interface Readiness {
  readonly ready: boolean;
  /** Shown to whoever may see the page: states and counts, no secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface StatusParts {
  readonly sessions: () => SessionCounters;
  /** Whether the server can do its work now. It counts as not ready when it throws or takes too long. */
  readonly readiness?: () => Promise<Readiness>;
  readonly readinessMs: number;
  readonly metrics?: () => Promise<{ readonly contentType: string; readonly body: string }>;
}

/** Whoever looks after the machine asks how the server is; what it offers is told to those who may use it. */
const OPEN = { scope: 'public', cache: 'no-store', content: 'data' } as const satisfies RoutePolicy;
const KNOWN = { ...OPEN, scope: 'caller' } as const satisfies RoutePolicy;
const FIGURES = { ...OPEN, scope: 'read' } as const satisfies RoutePolicy;

export function statusRoutes(host: ServerHost, parts: StatusParts): Routes {
  const { metrics } = parts;
  return {
    '/health': page(OPEN, (exchange) => health(exchange, host, parts)),
    '/ready': page(OPEN, (exchange) => ready(exchange, host, parts)),
    '/info': page(KNOWN, (exchange) => info(exchange, host)),
    ...(metrics ? { '/metrics': page(FIGURES, async (exchange) => sendMetrics(exchange, await metrics())) } : {}),
  };
}

async function health(exchange: Exchange, host: ServerHost, parts: StatusParts): Promise<void> {
  const { ready: usable, details } = await check(host, parts);
  const { name, version } = host.greeting.serverInfo;
  const { uptimeSeconds, requests, errors, tools, transports } = host.status();
  exchange.json(usable ? 200 : 503, {
    status: usable ? 'healthy' : 'unhealthy',
    name,
    version,
    uptime_seconds: uptimeSeconds,
    requests,
    errors,
    tools,
    transports,
    initialized: host.ledger.greeted,
    sessions: parts.sessions(),
    ready: usable,
    ...(details ? { readiness: details } : {}),
  });
}

async function ready(exchange: Exchange, host: ServerHost, parts: StatusParts): Promise<void> {
  const readiness = await check(host, parts);
  exchange.json(readiness.ready ? 200 : 503, readiness);
}

async function check({ logger }: ServerHost, { readiness, readinessMs }: StatusParts): Promise<Readiness> {
  if (readiness === undefined) return { ready: true };
  const { promise: late, resolve } = Promise.withResolvers<Readiness>();
  const timer = setTimeout(resolve, readinessMs, { ready: false, details: { reason: 'the check takes too long' } });
  try {
    return await Promise.race([readiness(), late]);
  } catch (error) {
    logger.log('error', 'readiness_check_failed', { error });
    return { ready: false, details: { reason: 'the check failed' } };
  } finally {
    clearTimeout(timer);
  }
}

/** Shows a caller what it would be shown over the protocol, and no more. */
async function info(exchange: Exchange, host: ServerHost): Promise<void> {
  const { serverInfo, capabilities, instructions } = host.greeting;
  const list = (method: string, member: string) => listAll(exchange, host, method, member);
  exchange.json(200, {
    ...serverInfo,
    ...(instructions === undefined ? {} : { instructions }),
    capabilities,
    protocol_versions: [...STATELESS_VERSIONS, ...INITIALIZE_VERSIONS],
    transports: host.status().transports,
    tools: await list(METHOD.listTools, 'tools'),
    resources: await list(METHOD.listResources, 'resources'),
    resource_templates: await list(METHOD.listResourceTemplates, 'resourceTemplates'),
    prompts: await list(METHOD.listPrompts, 'prompts'),
  });
}

/** Names and words, without the schemas. */
async function listAll(exchange: Exchange, host: ServerHost, method: string, member: string): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  for (let params: JsonObject | undefined = {}; params !== undefined;) {
    const { result = {} } = await host.dispatcher.dispatch(method, params, {
      session: createSession(),
      caller: exchange.caller,
      era: 'legacy',
      requestId: undefined,
      signal: new AbortController().signal,
      logger: host.logger,
      notify: () => undefined,
    });
    const items = result[member];
    if (Array.isArray(items)) found.push(...items.filter(isObject).map(summary));
    const { nextCursor } = result;
    params = typeof nextCursor === 'string' ? { cursor: nextCursor } : undefined;
  }
  return found;
}

function summary({ name, title, description, uri, uriTemplate }: JsonObject): JsonObject {
  return { name, title, description, uri, uriTemplate };
}

async function sendMetrics(exchange: Exchange, metrics: { contentType: string; body: string }): Promise<void> {
  exchange.send(200, metrics.contentType, metrics.body);
}
