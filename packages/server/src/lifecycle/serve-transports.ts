/**
 * Serves several transports at once: connections, which end with their client, and listeners, which end when the server
 * does. One that cannot start is skipped, because the others may be all that somebody needs.
 */
import { serveConnection, type ServeParts, type Stop } from '../connection/serve-connection.ts';
import { ServerError } from '../server-error.ts';
import { isListener, type ServerHost, type ServerListener } from './server-listener.ts';
import type { ServerLogger } from '../server-logger.ts';
import type { ServerTransport } from '../connection/server-transport.ts';
import { settled } from './settled.ts';

export type AnyTransport = ServerTransport | ServerListener;

export interface StartedTransports {
  readonly connections: readonly ServerTransport[];
  readonly listeners: readonly ServerListener[];
}

export interface ServeAllParts extends ServeParts {
  /** Names of the transports that serve, kept up to date. */
  readonly active: Set<string>;
  /** The end of a connection is the end of the run, even while listeners could go on. */
  readonly untilEof: boolean;
  /** Makes `stop` settle. */
  requestStop(stop: Stop): void;
}

/** Opens what can be opened. Rejects with "All transports failed" when nothing can. */
export async function startTransports(
  host: ServerHost,
  transports: readonly AnyTransport[],
): Promise<StartedTransports> {
  const connections: ServerTransport[] = [];
  const listeners: ServerListener[] = [];
  for (const transport of transports) {
    if (isListener(transport)) {
      if (await starts(host.logger, transport.name, () => transport.open(host))) listeners.push(transport);
    } else if (await starts(host.logger, transport.name, () => transport.check())) {
      connections.push(transport);
    }
  }
  if (connections.length + listeners.length === 0) throw new ServerError('NO_TRANSPORT', 'All transports failed');
  return { connections, listeners };
}

async function starts(logger: ServerLogger, name: string | undefined, start: () => unknown): Promise<boolean> {
  try {
    await start();
    return true;
  } catch (error) {
    logger.log('error', 'transport_failed', { transport: name, error });
    return false;
  }
}

/** Resolves when all have ended. Rejects when a connection failed and no listener serves on. */
export async function serveTransports(
  parts: ServeAllParts,
  { connections, listeners }: StartedTransports,
): Promise<void> {
  for (const { name = 'connection' } of [...connections, ...listeners]) parts.active.add(name);
  const ended = Promise.allSettled(connections.map((connection) => serveOne(parts, connection)));
  await Promise.all(listeners.map((listener) => serveListener(parts, listener)));
  const failed = (await ended).find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failed && listeners.length === 0) throw failed.reason;
}

async function serveOne(parts: ServeAllParts, connection: ServerTransport): Promise<void> {
  let stop: Stop = { reason: 'shutdown' };
  try {
    stop = await serveConnection(parts, connection);
  } finally {
    parts.active.delete(connection.name ?? 'connection');
    if (parts.untilEof) parts.requestStop(stop);
  }
}

/** Serves until the server is to stop, then lets what runs come to its end. */
async function serveListener(parts: ServeAllParts, listener: ServerListener): Promise<void> {
  const { logger, drainMs, hurry } = parts;
  parts.noteStop(await parts.stop);
  listener.stopAccepting();
  await settled(Promise.race([listener.idle(), hurry]), drainMs);
  const { name: transport, unanswered } = listener;
  if (unanswered > 0) logger.log('warning', 'drain_incomplete', { transport, unanswered });
  await settled(listener.close(), drainMs);
  parts.active.delete(transport);
  logger.log('info', 'transport_closed', { transport });
}
