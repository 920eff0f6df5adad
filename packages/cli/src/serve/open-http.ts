/** The HTTP side of a server: who may call, what is measured, and the transport itself, out of the settings. */
import type { App } from '@zapomni/core';
import type { Config } from '@zapomni/core/config';
import { ZapomniError } from '@zapomni/core/errors';
import type { Logger } from '@zapomni/core/ports';
import type { ConnectedClient } from '@zapomni/server';
import { createOAuthResource, type OAuthResource } from '@zapomni/server/guards';
import { createHttpTransport, page, type HttpTransport, type Routes } from '@zapomni/server/http';
import type { ServerMetrics } from '@zapomni/server/metrics';
import type { Activity } from '../activity/open-activity.ts';
import { openDashboard } from '../dashboard/open-dashboard.ts';
import type { OperationLog } from '../dashboard/operation-log.ts';
import type { Settings } from '../settings/given-settings.ts';
import { openGuards, type Guards } from './guards.ts';

export interface HttpParts {
  readonly config: Config;
  readonly settings: Settings;
  readonly activity: Activity;
  readonly port: number;
  readonly app: App;
  readonly logger: Logger;
  readonly metrics: ServerMetrics;
}

export interface OpenedHttp {
  readonly listener: HttpTransport;
  readonly guards: Guards;
  readonly operations: OperationLog;
  /** Tells the page from then on who is connected. */
  readonly watchClients: (read: () => readonly ConnectedClient[]) => void;
  /** Ends the streams of open pages. */
  readonly close: () => void;
}

/** Takes no port yet: that is done when the server runs. Throws when other machines could call without a token. */
export async function openHttp(parts: HttpParts): Promise<OpenedHttp> {
  const { config, port, app, logger, metrics } = parts;
  const oauth = openOAuth(config, logger);
  let connected: () => readonly ConnectedClient[] = () => [];
  const dashboard = await openDashboard({ ...parts, transport: () => transport, connected: () => connected() });
  const guards = await openGuards(config, { oauth, pages: dashboard.callers }, logger);
  const transport: HttpTransport = createHttpTransport({
    host: config.host,
    port,
    logger,
    gatekeeper: guards.gatekeeper,
    sessions: { ttlMs: config.session_ttl_seconds * 1000, max: config.max_sessions },
    legacySse: config.legacy_sse,
    limits: { bodyBytes: config.max_request_bytes },
    routes: { ...dashboard.routes, ...(oauth ? metadataRoutes(oauth) : {}) },
    readiness: () => readiness(app),
    metrics: () => metrics.render(),
    onRequestDone: (request) => metrics.httpRequestDone(request),
  });
  watch(metrics, transport, app);
  return {
    listener: transport,
    guards,
    operations: dashboard.operations,
    watchClients: (read) => {
      connected = read;
    },
    close: () => dashboard.api.close(),
  };
}

/** The only network access of a server that was not asked for more: the keys of the configured authorization server. */
function openOAuth(config: Config, logger: Logger): OAuthResource | undefined {
  const { oauth_issuer: issuer, oauth_jwks_url: jwksUrl, oauth_resource: resource } = config;
  const given = [issuer, jwksUrl, resource].filter((setting) => setting !== '');
  if (given.length === 0) return undefined;
  if (given.length === 3) return createOAuthResource({ issuer, jwksUrl, resource, fetch, logger });
  throw new ZapomniError(
    'INVALID_CONFIG',
    'ZAPOMNI_OAUTH_ISSUER, _JWKS_URL and _RESOURCE go together: give all three.',
  );
}

/** Where a client without a token learns how to get one. */
function metadataRoutes(oauth: OAuthResource): Routes {
  const policy = { scope: 'public', cache: { seconds: 3600 }, content: 'data' } as const;
  const show = page(policy, async (exchange) => {
    const { status = 404, body = '' } = oauth.metadata(exchange.head) ?? {};
    exchange.send(status, 'application/json', body);
  });
  return Object.fromEntries(oauth.metadataPaths.map((path) => [path, show]));
}

async function readiness(app: App) {
  const { engine, schemaVersion, shared, warnings, pool: connections } = await app.store.inspect(false);
  const { size, inUse, idle, waiting } = connections;
  const pool = { size, in_use: inUse, idle, waiting };
  return { ready: true, details: { engine, schema_version: schemaVersion, shared, warnings, pool } };
}

function watch(metrics: ServerMetrics, transport: HttpTransport, app: App): void {
  const stats = () => app.store.stats(app.defaultWorkspace);
  metrics.watchSessions(() => {
    const { active, created, closed, peak } = transport.sessionCounters;
    return { active, created, closed, peak };
  });
  metrics.gauge(
    'zapomni_pending_embeddings',
    'Passages that wait for a vector.',
    async () => (await stats()).pendingEmbeddings,
  );
  metrics.gauge('zapomni_memories', 'Memories in all workspaces.', async () => (await stats()).totalMemories);
  metrics.gauge('zapomni_store_bytes', 'What the store takes on disk.', async () => (await stats()).bytes);
}
