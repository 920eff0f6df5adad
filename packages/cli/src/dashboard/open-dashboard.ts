/** The page and its API on a server's HTTP port. Loaded only where there is one. */
import { createApi, type Api } from '@zapomni/api';
import { PageSessions } from '@zapomni/api/sign-in';
import type { App } from '@zapomni/core';
import { maskedConfig, type Config } from '@zapomni/core/config';
import type { Logger } from '@zapomni/core/ports';
import { SERVER_INFO } from '@zapomni/mcp/identity';
import { openTokenVerifier, type BearerVerifier } from '@zapomni/server/guards';
import type { ConnectedClient } from '@zapomni/server';
import type { HttpTransport, Routes } from '@zapomni/server/http';
import type { Activity } from '../activity/open-activity.ts';
import { tokenFile } from '../serve/token-file.ts';
import type { Settings } from '../settings/given-settings.ts';
import { connectableClients } from './connectable.ts';
import { examine } from './examine.ts';
import { keptBackups } from './kept-backups.ts';
import { OneTimeCodes } from './one-time-codes.ts';
import { OperationLog } from './operation-log.ts';
import { pageFolder, pageRoutes } from './page-files.ts';
import { firstOf, pageTokens } from './page-tokens.ts';

export interface DashboardParts {
  readonly config: Config;
  readonly settings: Settings;
  readonly app: App;
  readonly logger: Logger;
  /** Known once it is made. */
  readonly transport: () => HttpTransport | undefined;
  readonly connected: () => readonly ConnectedClient[];
  readonly activity: Activity;
}

export interface Dashboard {
  readonly routes: Routes;
  /** Sessions of the page, and tokens: whoever signs in with one is known by it, also where nobody needs any. */
  readonly callers: BearerVerifier;
  readonly operations: OperationLog;
  readonly api: Api;
}

export async function openDashboard(parts: DashboardParts): Promise<Dashboard> {
  const { config, settings, app, logger, transport, connected, activity } = parts;
  const codes = new OneTimeCodes(config.data_dir);
  const sessions = new PageSessions();
  const operations = new OperationLog();
  // What was made or taken back on the page counts at once.
  const tokens = await openTokenVerifier(tokenFile(config.data_dir), { logger, recheckMs: 0 });
  const signIn = {
    async redeem(code: string) {
      const scopes = await codes.use(code);
      return scopes && sessions.open(scopes);
    },
    list: () => sessions.list(),
    end: (id: string) => sessions.end(id),
  };
  const house = {
    version: SERVER_INFO.version,
    signIn,
    operations,
    deeds: activity.deeds,
    connected,
    settings: () => shownSettings(config, settings),
    tokens: pageTokens(config.data_dir),
    backups: () => keptBackups(config.data_dir),
    clients: () => connectableClients(settings),
    examine: (signal: AbortSignal) => examine(settings, signal),
    sessions: () => transport()?.sessionCounters ?? { active: 0, created: 0, peak: 0 },
  };
  const api = createApi({ app, house, logger });
  const routes = { ...api.routes, ...pageRoutes(pageFolder()) };
  return { routes, callers: firstOf(sessions, tokens), operations, api };
}

function shownSettings(config: Config, settings: Settings) {
  return Object.entries(maskedConfig(config)).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
    source: settings.get(name)?.source ?? 'default',
  }));
}
