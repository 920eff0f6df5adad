/** The rest of the server, loaded while the transport already greets: settings are checked, the application is wired. */
import { maskedConfig, type Config } from '@zapomni/core/config';
import { ZapomniError } from '@zapomni/core/errors';
import type { Logger } from '@zapomni/core/ports';
import { createZapomniServer } from '@zapomni/mcp';
import { ServerError, type ServerTransport, type SignalSource } from '@zapomni/server';
import { loadConfig } from '../config.ts';
import { SETTINGS } from '../generated/help.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Settings } from '../settings.ts';
import { wireApp, wireFiles } from '../wire.ts';
import { chooseTransports, prepareHttp } from './choose-transports.ts';
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
