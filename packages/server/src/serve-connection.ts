/** Serves one connection from its first message to the last answer. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Connection } from './connection.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Greeting } from './handshake.ts';
import type { RequestLedger } from './request-ledger.ts';
import { createSdkServer } from './sdk-server.ts';
import { ServerError } from './server-error.ts';
import type { ServerLogger } from './server-logger.ts';
import type { ServerTransport, TransportEnd } from './server-transport.ts';

export type Stop =
  | TransportEnd
  | { readonly reason: 'shutdown' | 'cancelled' }
  | { readonly reason: 'signal'; readonly signal: string };

export interface ServeParts {
  readonly dispatcher: Dispatcher;
  readonly ledger: RequestLedger;
  readonly greeting: Greeting;
  readonly logger: ServerLogger;
  readonly drainMs: number;
  /** Settles when the server is to stop. */
  readonly stop: Promise<Stop>;
  /** Settles when running requests shall not be waited for any longer. */
  readonly hurry: Promise<void>;
}

/** Resolves when all is answered, sent and closed. Rejects with a ServerError when a stream failed. */
export async function serveConnection(parts: ServeParts, transport: ServerTransport): Promise<void> {
  const { dispatcher, ledger, greeting, logger, drainMs } = parts;
  const connection = new Connection(transport, ledger, logger);
  transport.onrejected = () => ledger.fault();
  const handle = serveStdio(({ era }) => createSdkServer(greeting, dispatcher, connection, era), {
    transport: connection,
    // The SDK puts whole messages into its error texts; the log must not have them.
    onerror: (error) => logger.log('debug', 'sdk_error', { error_type: error.name }),
  });
  try {
    const stop = await Promise.race([transport.ended, parts.stop]);
    transport.stopReading();
    noteStop(parts, stop);
    if (stop.reason === 'failed') throw new ServerError('CONNECTION', 'The connection failed.', stop.error);
    if (stop.reason !== 'broken_pipe') await drain(parts, connection);
  } finally {
    logger.log('info', 'cleanup_started');
    // A client that does not read must not keep the process alive.
    await settled(handle.close(), drainMs);
  }
}

function noteStop({ logger, ledger }: ServeParts, stop: Stop): void {
  switch (stop.reason) {
    case 'eof':
      return logger.log('info', 'eof_received');
    case 'signal':
      return logger.log('info', 'signal_received', { signal: stop.signal });
    case 'broken_pipe':
      ledger.fault();
      return logger.log('warning', 'write_failed', { error_type: errorType(stop.error) });
    case 'failed':
      ledger.fault();
      return logger.log('error', 'connection_error', { error_type: errorType(stop.error), error: stop.error });
    case 'cancelled':
      return logger.log('info', 'run_cancelled');
    case 'shutdown':
      return logger.log('info', 'shutdown_requested');
  }
}

function errorType(error: NodeJS.ErrnoException): string {
  return error.code ?? error.name;
}

async function drain({ logger, drainMs, hurry }: ServeParts, connection: Connection): Promise<void> {
  await settled(Promise.race([connection.idle(), hurry]), drainMs);
  const unanswered = connection.pending.length;
  if (unanswered > 0) logger.log('warning', 'drain_incomplete', { unanswered });
}

/** Waits for `work`, but not longer than `ms`. */
async function settled(work: Promise<unknown>, ms: number): Promise<void> {
  const { promise: elapsed, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, elapsed]);
  clearTimeout(timer);
}
