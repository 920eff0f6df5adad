/** The rest of the server, loaded while the transport already greets: settings are checked, the application is wired. */
import type { App } from '@zapomni/core';
import { maskedConfig, type Config } from '@zapomni/core/config';
import { ZapomniError } from '@zapomni/core/errors';
import type { Logger } from '@zapomni/core/ports';
import { createZapomniServer, selectTools } from '@zapomni/mcp';
import { ServerError, type ServerTransport, type SignalSource } from '@zapomni/server';
import type { HttpTransport } from '@zapomni/server/http';
import type { ServerMetrics } from '@zapomni/server/metrics';
import { loadConfig } from '../config.ts';
import { SETTINGS } from '../generated/help.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Settings } from '../settings.ts';
import { wireApp, wireFiles } from '../wire.ts';
import type { CrashGuard } from './crash-guard.ts';
import { resumeLater } from './resume-later.ts';
import { launchCommand, welcome } from './welcome.ts';

export interface ServeParts {
  readonly settings: Settings;
  readonly terminal: Terminal;
  readonly logger: Logger;
  readonly transport: ServerTransport;
  readonly signals: SignalSource;
  readonly guard: CrashGuard;
}

/** Resolves when the client has gone, or a signal came, and all is closed. */
export async function serveMcp({ settings, terminal, logger, transport, signals, guard }: ServeParts): Promise<void> {
  const config = loadConfig(settings);
  logger.log('info', 'configuration', { config: maskedConfig(config), given: givenNames(settings) });
  const app = wireApp(config, logger);
  const http = await prepareHttp(config, app, logger).catch((error: unknown) => {
    throw isSettingsFault(error) ? settingsError(error) : error;
  });
  const server = createZapomniServer({
    app,
    logger,
    ...serverOptions(config),
    files: wireFiles(config, logger),
    observer: http?.metrics,
  });
  guard.cleanUp = () => server.shutdown().then(() => app.close());
  if (terminal.stdin.isTTY) {
    const command = [...launchCommand(process.argv[1] ?? ''), ...settingWords(settings)];
    terminal.note(await welcome({ app, dataDir: config.data_dir, command, paint: terminal.paintNote }));
    if (http) terminal.note(`This one serves HTTP instead: http://${config.host}:${config.http_port}/mcp`);
  }
  const callOff = resumeLater(app, () => server.getStats().total_requests > 0);
  try {
    await server.run({
      ...(await chooseTransports({ config, transport, http, isPerson: terminal.stdin.isTTY })),
      signals,
    });
  } catch (error) {
    throw isSettingsFault(error) ? settingsError(error) : error;
  } finally {
    callOff();
    await app.close();
  }
}

/** What keeps every transport from serving lies in the settings: a port that is taken, a door that would stand open. */
function isSettingsFault(error: unknown): error is ServerError {
  return error instanceof ServerError && (error.code === 'INVALID_OPTIONS' || error.code === 'NO_TRANSPORT');
}

function settingsError(fault: ServerError): ZapomniError {
  return new ZapomniError('INVALID_CONFIG', fault.message, {
    hint: '`zapomni help settings` lists them.',
    cause: fault,
  });
}

interface Http {
  readonly listener: HttpTransport;
  readonly metrics: ServerMetrics;
}

/** Its modules are loaded only when it is asked for: most servers are started by a client, for itself alone. */
async function prepareHttp(config: Config, app: App, logger: Logger): Promise<Http | undefined> {
  const { http_port: port } = config;
  if (port === undefined) return undefined;
  const [{ openHttp }, { createServerMetrics }] = await Promise.all([
    import('./open-http.ts'),
    import('@zapomni/server/metrics'),
  ]);
  const tools = new Set(selectTools(config.tools).map(({ name }) => name));
  const metrics = createServerMetrics({ isTool: (name) => tools.has(name), processMetrics: true });
  return { metrics, listener: await openHttp({ config, port, app, logger, metrics }) };
}

interface Choice {
  readonly config: Config;
  readonly transport: ServerTransport;
  readonly http: Http | undefined;
  /** Somebody typed the command: with HTTP there is nothing for them to say on stdin. */
  readonly isPerson: boolean;
}

async function chooseTransports({ config, transport, http, isPerson }: Choice) {
  const stdio = config.stdio && !(http && isPerson);
  if (!stdio && !http) {
    throw new ZapomniError(
      'INVALID_CONFIG',
      'ZAPOMNI_STDIO is false and there is no ZAPOMNI_HTTP_PORT: nothing to serve on.',
    );
  }
  if (!stdio) await transport.close();
  if (!http) return { transport };
  return { transports: stdio ? [transport, http.listener] : [http.listener] };
}

function serverOptions({ tools, concurrency, request_timeout_seconds }: Config) {
  return { tools, concurrency, timeoutMs: request_timeout_seconds * 1000 };
}

/** What a client has to say to get the same server, which knows nothing of this terminal's environment. No secrets. */
function settingWords(settings: Settings): string[] {
  return SETTINGS.filter(({ secret }) => !secret).flatMap(({ name, flag }) => {
    const setting = settings.get(name);
    return setting?.value !== undefined && setting.source !== 'default' ? [`--${flag}`, setting.value] : [];
  });
}

/** Which settings the user gave, and how. */
function givenNames(settings: Settings): Record<string, string> {
  const given = [...settings].filter(([, { source }]) => source !== 'default');
  return Object.fromEntries(given.map(([name, { via }]) => [name, via]));
}
