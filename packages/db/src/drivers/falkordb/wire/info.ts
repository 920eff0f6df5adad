/** What a server says of itself: the lines of INFO, by name. */
import type { NodeAddress } from './connection.ts';
import type { Reply } from './reply-parser.ts';

export type ServerInfo = ReadonlyMap<string, string>;

export function readInfo(reply: Reply): ServerInfo {
  const lines = typeof reply === 'string' ? reply.split('\r\n') : [];
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const at = line.indexOf(':');
      return at > 0 && !line.startsWith('#') ? [[line.slice(0, at), line.slice(at + 1)]] : [];
    }),
  );
}

/** Redis and Valkey have different names for it. */
export function modeIn(info: ServerInfo): string | undefined {
  return info.get('redis_mode') ?? info.get('server_mode');
}

/** The replicas that a primary names, those in touch with it first named. */
export function replicasIn(info: ServerInfo): NodeAddress[] {
  return [...info].flatMap(([name, value]) => {
    const [, host, port] = /^ip=([^,]*),port=(\d+)/.exec(value) ?? [];
    return /^slave\d+$/.test(name) && host && port ? [{ host, port: Number(port) }] : [];
  });
}

export function primaryIn(info: ServerInfo): NodeAddress | undefined {
  const host = info.get('master_host');
  return host ? { host, port: Number(info.get('master_port')) } : undefined;
}
