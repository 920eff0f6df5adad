/** The words in which clients want an entry: most of them the same, none of them all. */
import type { JsonObject } from '../edit/config-text.ts';
import type { Client, Connection } from './client.ts';

type Entry = Client['entry'];
type Stdio = Extract<Connection, { kind: 'stdio' }>;

/** `command` and `args`; an address under the name that the client has for it, with what else it wants there. */
export function standard(http: ((url: string) => JsonObject) | null, more: JsonObject = {}): Entry {
  return (connection) =>
    connection.kind === 'stdio' ? { ...more, ...commandOf(connection) } : (http?.(connection.url) ?? null);
}

const commandOf = ({ command, args }: Stdio): { command: string; args: readonly string[] } => ({
  command,
  args,
});

export const asUrl = (url: string): JsonObject => ({ url });
export const asHttp = (url: string): JsonObject => ({ type: 'http', url });
export const asServerUrl = (url: string): JsonObject => ({ serverUrl: url });
export const asHttpUrl = (url: string): JsonObject => ({ httpUrl: url });

/** One list of words, as opencode and Kilo have it. */
export const asList: Entry = (connection): JsonObject => {
  if (connection.kind === 'http') return { type: 'remote', url: connection.url, enabled: true };
  return { type: 'local', command: [connection.command, ...connection.args], enabled: true };
};

export const asTransport: Entry = (connection): JsonObject => {
  if (connection.kind === 'http') return { transport: { type: 'streamableHttp', url: connection.url } };
  return { transport: { type: 'stdio', ...commandOf(connection) } };
};

export const asGoose: Entry = (connection) => ({
  name: 'zapomni',
  enabled: true,
  timeout: 300,
  ...(connection.kind === 'stdio'
    ? { type: 'stdio', cmd: connection.command, args: connection.args, envs: {} }
    : { type: 'streamable_http', uri: connection.url, headers: {} }),
});

/** Claude Code starts no script of npm's on Windows by itself. */
export const asClaudeCode: Entry = (connection, { platform }) => {
  if (connection.kind === 'http') return asHttp(connection.url);
  const { command, args } = connection;
  const through = platform === 'win32' && command === 'npx';
  return { type: 'stdio', command: through ? 'cmd' : command, args: through ? ['/c', command, ...args] : args };
};
