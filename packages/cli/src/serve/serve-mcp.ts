/** The rest of the server, loaded while the transport already greets: settings are checked, the application is wired. */
import type { App } from '@zapomni/core';
import { maskedConfig, type Config } from '@zapomni/core/config';
import type { Files } from '@zapomni/core/ports';
import { createZapomniServer, loadTools } from '@zapomni/mcp';
import type { ServerTransport, SignalSource } from '@zapomni/server';
import type { HttpTransport } from '@zapomni/server/http';
import { openActivity } from '../activity/open-activity.ts';
import { openToAll } from '../background/open-to-all.ts';
import { loadConfig } from '../settings/config.ts';
import type { LeveledLogger } from '../log/open-logger.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Settings } from '../settings/given-settings.ts';
import { settingWords } from '../settings/setting-words.ts';
import { wireApp, wireStorage } from '../wire/wire.ts';
import { chooseTransports, prepareHttp } from './choose-transports.ts';
import type { CrashGuard } from './crash-guard.ts';
import { openFileAccess } from './file-access.ts';
import type { Hangup } from './hangup.ts';
import { measureStorage, type StorageWatch } from './measure-storage.ts';
import { prepareLocal } from './prepare-local.ts';
import { createReload, type Reloadable } from './reload.ts';
import { resumeLater } from './resume-later.ts';
import { asSettingsFault } from './settings-fault.ts';
import { observers, watchLoad } from './watch-load.ts';
import { launchCommand, welcome } from './welcome.ts';

export interface ServeParts {
  readonly settings: Settings;
  readonly readAgain: () => Settings;
  readonly terminal: Terminal;
  readonly logger: LeveledLogger;
  readonly transport: ServerTransport;
  readonly signals: SignalSource;
  readonly hangup: Hangup;
  readonly guard: CrashGuard;
  /** Told of the HTTP side before it listens. */
  readonly onHttp?: (listener: HttpTransport) => void;
  /** It serves as long as somebody comes, and for a while after. */
  readonly untilIdle: boolean;
}

/** Resolves when the client has gone, or a signal came, and all is closed. */
export async function serveMcp(parts: ServeParts): Promise<void> {
  const { settings, terminal, logger, transport, signals, guard } = parts;
  const config = loadConfig(settings);
  logger.log('info', 'configuration', { config: maskedConfig(config), given: givenNames(settings) });
  const watch: StorageWatch = { callDone: () => {}, underWay: 0 };
  const access = openFileAccess(config, logger);
  const app = wireMeasuredApp(config, logger, watch, access.filesForUser);
  const tools = await loadTools(config.tools);
  const activity = openActivity(config.data_dir);
  const http = await prepareHttp({ config, settings, activity }, app, logger, tools).catch((error: unknown) => {
    throw asSettingsFault(error);
  });
  const local = await prepareLocal(config, settings, logger, parts.untilIdle);
  const { files } = access;
  const observer = observers(activity.observer(app, tools), ...(http ? [http.metrics, http.operations] : []));
  const server = createZapomniServer({ app, logger, tools, ...serverOptions(config), files, observer });
  if (http) {
    watchLoad(http.metrics, server, watch);
    http.watchClients(() => server.clients);
    parts.onHttp?.(http.listener);
  }
  guard.cleanUp = () => server.shutdown().then(() => app.close());
  reloadOnHangup(parts, config, [access, ...(http ? [http.guards] : [])]);
  if (terminal.stdin.isTTY) await welcomePerson(parts, config, app);
  const shared = local && openToAll({ server, app, local, config, logger, background: parts.untilIdle });
  // One that is there for many stays, whether or not somebody has come yet.
  const isShared = config.http_port !== undefined || !config.stdio;
  const callOff = resumeLater(app, () => isShared || server.getStats().total_requests > 0);
  try {
    const isPerson = terminal.stdin.isTTY;
    const chosen = await chooseTransports({ config, transport, http, local, isPerson });
    await server.run({ ...chosen, signals, ...shared?.until });
  } catch (error) {
    throw asSettingsFault(error);
  } finally {
    callOff();
    http?.close();
    shared?.close();
    await activity.close();
    await app.close();
  }
}

/** Only HTTP has a page that shows the times, so only then are they taken. */
function wireMeasuredApp(config: Config, logger: LeveledLogger, watch: StorageWatch, files: Files | undefined): App {
  const storage = wireStorage(config, logger);
  const measured = config.http_port === undefined ? storage : measureStorage(storage, watch);
  return wireApp(config, logger, undefined, { storage: measured, files });
}

function reloadOnHangup(
  { hangup, readAgain, logger }: ServeParts,
  current: Config,
  parts: readonly Reloadable[],
): void {
  const level: Reloadable = {
    names: ['log_level'],
    prepare:
      async ({ log_level }) =>
      () => {
        logger.setLevel(log_level);
        return [];
      },
  };
  const reload = createReload({ current, read: () => loadConfig(readAgain()), parts: [level, ...parts], logger });
  hangup.listener = () => void reload();
}

async function welcomePerson({ settings, terminal }: ServeParts, config: Config, app: App): Promise<void> {
  const { data_dir: dataDir, store, http_port: port, stdio } = config;
  const command = [...launchCommand(process.argv[1] ?? ''), ...settingWords(settings)];
  terminal.note(await welcome({ app, dataDir, store, command, paint: terminal.paintNote }));
  if (port !== undefined) terminal.note(`This one serves HTTP instead: http://${config.host}:${port}/mcp`);
  if (port !== undefined || !stdio) terminal.note('Clients that are started for this data folder share it.');
}

function serverOptions({ concurrency, request_timeout_seconds }: Config) {
  return { concurrency, timeoutMs: request_timeout_seconds * 1000 };
}

/** Which settings the user gave, and how. */
function givenNames(settings: Settings): Record<string, string> {
  const given = [...settings].filter(([, { source }]) => source !== 'default');
  return Object.fromEntries(given.map(([name, { via }]) => [name, via]));
}
