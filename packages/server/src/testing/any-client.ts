/** The clients there are, alike, on a server in this process. */
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { PipedServer, type PipedOptions } from './piped-server.ts';
import { StreamClientTransport } from './stream-client-transport.ts';

const about = { name: 'test', version: '0' };

interface Notification {
  readonly method: string;
  readonly params?: Record<string, unknown>;
}

/** What the tests need of a client; `listen` is the stateless revision's alone. */
export interface AnyClient {
  connect(transport: never): Promise<void>;
  close(): Promise<void>;
  getServerCapabilities(): unknown;
  listTools(params?: object): Promise<{ tools: { name: string; inputSchema: unknown }[]; nextCursor?: string }>;
  callTool(params: object): Promise<Record<string, unknown>>;
  listResources(params?: object): Promise<{ resources: { uri: string }[]; nextCursor?: string }>;
  readResource(params: { uri: string }): Promise<{ contents: unknown[] }>;
  listPrompts(params?: object): Promise<{ prompts: { name: string }[]; nextCursor?: string }>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }): Promise<{ messages: unknown[] }>;
  complete(params: object): Promise<{ completion: { values: string[]; total?: number; hasMore?: boolean } }>;
  subscribeResource(params: { uri: string }): Promise<unknown>;
  unsubscribeResource(params: { uri: string }): Promise<unknown>;
  setLoggingLevel(level: string): Promise<unknown>;
  listen(filter: object): Promise<{ honoredFilter: unknown; closed: Promise<string>; close(): Promise<void> }>;
  fallbackNotificationHandler?: (notification: Notification) => Promise<void>;
}

export const LEGACY_CLIENTS: readonly [string, () => AnyClient][] = [
  ['SDK v1', () => new ClientV1(about) as unknown as AnyClient],
  ['SDK v2, 2025 era', () => new ClientV2(about) as unknown as AnyClient],
];
export const MODERN_CLIENTS: readonly [string, () => AnyClient][] = [
  [
    'SDK v2, 2026 era',
    () => new ClientV2(about, { versionNegotiation: { mode: { pin: '2026-07-28' } } }) as unknown as AnyClient,
  ],
];
export const ALL_CLIENTS = [...LEGACY_CLIENTS, ...MODERN_CLIENTS];

export interface Connected {
  readonly client: AnyClient;
  readonly piped: PipedServer;
  readonly notifications: Notification[];
  /** Resolves when so many notifications have come. */
  heard(count: number): Promise<void>;
  end(): Promise<void>;
}

export async function connect(make: () => AnyClient, options: PipedOptions): Promise<Connected> {
  const piped = new PipedServer(options);
  const run = piped.run();
  const client = make();
  const notifications: Notification[] = [];
  client.fallbackNotificationHandler = async (notification) => void notifications.push(notification);
  await client.connect(new StreamClientTransport(piped.stdin, piped.stdout) as never);
  return {
    client,
    piped,
    notifications,
    async heard(count) {
      while (notifications.length < count) await new Promise((resolve) => setImmediate(resolve));
    },
    async end() {
      await client.close();
      await run;
    },
  };
}
