/** What a shared server answers beside MCP, to its own command and to the hooks of clients: how it is, and to end. */
import type { App } from '@zapomni/core';
import type { Config } from '@zapomni/core/config';
import { SERVER_INFO } from '@zapomni/mcp/identity';
import type { McpBaseServer } from '@zapomni/server';
import type { LocalListener } from '@zapomni/server/local';

export const STATUS_METHOD = 'zapomni/status';
export const STOP_METHOD = 'zapomni/stop';

export interface Shared {
  readonly server: McpBaseServer;
  readonly app: App;
  readonly local: LocalListener;
  readonly config: Config;
}

export function registerDoorMethods(shared: Shared & { readonly background: boolean }): void {
  const { server, local, config, background } = shared;
  server.registerMethod(
    STATUS_METHOD,
    async () => ({
      pid: process.pid,
      version: SERVER_INFO.version,
      background,
      started_at: new Date(server.getStats().started_at).toISOString(),
      requests: server.getStats().total_requests,
      // Whoever asks is one of them.
      clients: Math.max(0, local.clients - 1),
      idle_minutes: background ? config.idle_minutes : 0,
      http_port: config.http_port ?? null,
    }),
    'read',
  );
  server.registerMethod(
    STOP_METHOD,
    async () => {
      // After the answer has gone: the end waits for it.
      setImmediate(() => void server.shutdown());
      return { stopping: true };
    },
    'admin',
  );
}
