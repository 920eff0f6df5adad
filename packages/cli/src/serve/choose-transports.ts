/** What a server listens on: stdin and stdout, HTTP, the private door of its data folder, or several of them. */
import type { App } from '@zapomni/core';
import type { Config } from '@zapomni/core/config';
import { ZapomniError } from '@zapomni/core/errors';
import type { Logger } from '@zapomni/core/ports';
import type { ZapomniTool } from '@zapomni/mcp';
import type { ServerListener, ServerTransport } from '@zapomni/server';
import type { ServerMetrics } from '@zapomni/server/metrics';
import type { Activity } from '../activity/open-activity.ts';
import type { Settings } from '../settings/given-settings.ts';
import type { OpenedHttp } from './open-http.ts';

interface Http extends OpenedHttp {
  readonly metrics: ServerMetrics;
}

/** Its modules are loaded only when it is asked for: most servers are started by a client, for itself alone. */
export async function prepareHttp(
  { config, settings, activity }: { readonly config: Config; readonly settings: Settings; readonly activity: Activity },
  app: App,
  logger: Logger,
  shown: readonly ZapomniTool[],
): Promise<Http | undefined> {
  const { http_port: port } = config;
  if (port === undefined) return undefined;
  const [{ openHttp }, { createServerMetrics }] = await Promise.all([
    import('./open-http.ts'),
    import('@zapomni/server/metrics'),
  ]);
  const tools = new Set(shown.map(({ name }) => name));
  const metrics = createServerMetrics({ isTool: (name) => tools.has(name), processMetrics: true });
  return { metrics, ...(await openHttp({ config, settings, activity, port, app, logger, metrics })) };
}

interface Choice {
  readonly config: Config;
  readonly transport: ServerTransport;
  readonly http: Http | undefined;
  readonly local: ServerListener | undefined;
  /** Somebody typed the command: with HTTP there is nothing for them to say on stdin. */
  readonly isPerson: boolean;
}

export async function chooseTransports({ config, transport, http, local, isPerson }: Choice) {
  const listeners = [http?.listener, local].filter((listener) => listener !== undefined);
  const stdio = config.stdio && !(http && isPerson);
  if (!stdio && listeners.length === 0) {
    throw new ZapomniError(
      'INVALID_CONFIG',
      'ZAPOMNI_STDIO is false, ZAPOMNI_SHARE is never and there is no ZAPOMNI_HTTP_PORT: nothing to serve on.',
    );
  }
  if (!stdio) await transport.close();
  if (listeners.length === 0) return { transport };
  return { transports: stdio ? [transport, ...listeners] : listeners };
}
