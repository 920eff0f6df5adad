/** The page and its API on a server's HTTP port. Loaded only where there is one. */
import { createApi, type Api } from '@zapomni/api';
import { PageSessions } from '@zapomni/api/sign-in';
import type { App } from '@zapomni/core';
import { maskedConfig, type Config } from '@zapomni/core/config';
import type { Logger } from '@zapomni/core/ports';
import { SERVER_INFO } from '@zapomni/mcp/identity';
import type { HttpTransport, Routes } from '@zapomni/server/http';
import type { Settings } from '../settings/given-settings.ts';
import { OneTimeCodes } from './one-time-codes.ts';
import { OperationLog } from './operation-log.ts';
import { pageFolder, pageRoutes } from './page-files.ts';

export interface DashboardParts {
  readonly config: Config;
  readonly settings: Settings;
  readonly app: App;
  readonly logger: Logger;
  /** Known once it is made. */
  readonly transport: () => HttpTransport | undefined;
}

export interface Dashboard {
  readonly routes: Routes;
  readonly sessions: PageSessions;
  readonly operations: OperationLog;
  readonly api: Api;
}

export function openDashboard({ config, settings, app, logger, transport }: DashboardParts): Dashboard {
  const codes = new OneTimeCodes(config.data_dir);
  const sessions = new PageSessions();
  const operations = new OperationLog();
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
    settings: () => shownSettings(config, settings),
    sessions: () => transport()?.sessionCounters ?? { active: 0, created: 0, peak: 0 },
  };
  const api = createApi({ app, house, logger });
  return { routes: { ...api.routes, ...pageRoutes(pageFolder()) }, sessions, operations, api };
}

function shownSettings(config: Config, settings: Settings) {
  return Object.entries(maskedConfig(config)).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
    source: settings.get(name)?.source ?? 'default',
  }));
}
