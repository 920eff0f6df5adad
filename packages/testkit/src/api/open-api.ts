/** The API on a real HTTP server over a real store, for tests: with sessions to sign in by. */
import { EventEmitter } from 'node:events';
import { createApp, type App, type Deps } from '@zapomni/core';
import { createZapomniServer, loadTools } from '@zapomni/mcp';
import { createGatekeeper, type Scope } from '@zapomni/server/guards';
import { createHttpTransport } from '@zapomni/server/http';
import { createApi, type Deed, type House, type ShownToken } from '@zapomni/api';
import { PageSessions } from '@zapomni/api/sign-in';
import { openTestDeps } from '../deps.ts';
import { createRecordingLogger } from '../fakes/index.ts';

export interface TestApi {
  readonly app: App;
  readonly origin: string;
  readonly sessions: PageSessions;
  /** As a page of this server asks, with a session of these scopes. */
  ask(path: string, init?: RequestInit & { readonly scopes?: readonly Scope[] }): Promise<Response>;
  close(): Promise<void>;
}

/** The code that opens a session of everything, once. */
export const CODE = 'good-once';
/** The longest body that is taken. */
export const BODY_BYTES = 1 << 20;
const ALL: readonly Scope[] = ['read', 'write', 'admin'];

/** `others`: in the place of what the application would stand on. */
export async function openTestApi(
  options: Parameters<typeof openTestDeps>[0] = {},
  others: Partial<Deps> = {},
): Promise<TestApi> {
  const { deps, close } = openTestDeps(options);
  const app = createApp({ ...deps, ...others });
  const logger = createRecordingLogger();
  const sessions = new PageSessions();
  const api = createApi({ app, house: houseOf(sessions), logger });
  const gatekeeper = createGatekeeper({ bind: '127.0.0.1', pages: sessions, rate: false });
  const transport = createHttpTransport({
    port: 0,
    gatekeeper,
    logger,
    routes: api.routes,
    limits: { bodyBytes: BODY_BYTES },
  });
  const signals = new EventEmitter();
  const tools = await loadTools('memory');
  const server = createZapomniServer({ app, logger, tools, concurrency: 8, timeoutMs: 60_000 });
  const running = server.run({ transports: [transport], signals });
  while (transport.address === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
  const origin = `http://127.0.0.1:${transport.address.port}`;
  return {
    app,
    origin,
    sessions,
    ask(path, { scopes = ALL, ...init } = {}) {
      const { token } = sessions.open(scopes);
      return fetch(`${origin}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });
    },
    async close() {
      api.close();
      signals.emit('SIGTERM', 'SIGTERM');
      await running;
      await app.close();
      await close();
    },
  };
}

/** In memory: what the processes of a data folder share is the command's. */
function deedsOf(kept: Deed[]): House['deeds'] {
  return {
    note: (deed) => void kept.unshift(deed),
    latest: (limit, { client, kind }) =>
      Promise.resolve(
        kept
          .filter((deed) => (client ?? deed.client) === deed.client && (kind ?? deed.kind) === deed.kind)
          .slice(0, limit),
      ),
    clients: () => Promise.resolve([{ client: 'an agent', calls: 3, last: 1000 }]),
  };
}

function houseOf(sessions: PageSessions): House {
  let isUsed = false;
  const tokens = new Map<string, ShownToken>();
  return {
    version: '1.2.3',
    signIn: {
      async redeem(code) {
        if (code !== CODE || isUsed) return undefined;
        isUsed = true;
        return sessions.open(ALL);
      },
      list: () => sessions.list(),
      end: (id) => sessions.end(id),
    },
    operations: {
      latest: () => [{ at: 0, name: 'search_memory', ms: 1, outcome: 'ok' }],
      summary: () => ({
        count: 1,
        failed: 0,
        p50: 1,
        p95: 1,
        p99: 1,
        perSecond: 1,
        residentBytes: 1,
        cpuShare: 0,
      }),
    },
    deeds: deedsOf([]),
    connected: () => [{ name: 'an agent', since: 0, heardAt: 1000, requests: 2 }],
    tokens: {
      list: () => Promise.resolve([...tokens.values()]),
      create({ name, scope, expires }) {
        const info = { id: name, name, scopes: [scope], created: '2026-01-01T00:00:00.000Z' };
        tokens.set(name, { ...info, ...(expires ? { expires: expires.toISOString() } : {}) });
        return Promise.resolve({ token: `secret of ${name}`, info });
      },
      revoke: (name) => Promise.resolve(tokens.delete(name)),
    },
    backups: () => Promise.resolve({ folder: '/kept', files: [{ name: 'a.backup.zst', bytes: 7, at: 0 }] }),
    clients: () =>
      Promise.resolve([{ id: 'cursor', title: 'Cursor', found: true, connected: false, command: 'zapomni setup' }]),
    examine: () => Promise.resolve([{ name: 'Store', status: 'broken', detail: 'torn', advice: 'Mend it.' }]),
    settings: () => [
      { name: 'workspace', value: 'default', source: 'default' },
      { name: 'tools', value: 'memory,papers', source: 'default' },
    ],
    sessions: () => ({ active: 0, created: 0, peak: 0 }),
  };
}
