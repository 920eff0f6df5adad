/** Serves one connection from its first message to the last answer. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Connection } from './connection.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { Greeting } from '../protocol/handshake.ts';
import { ListenTransport } from '../resources/listen-transport.ts';
import type { RequestLedger } from '../dispatch/request-ledger.ts';
import { createSdkServer } from './sdk-server.ts';
import { ServerError } from '../server-error.ts';
import type { ServerLogger } from '../server-logger.ts';
import type { ServerTransport, TransportEnd } from './server-transport.ts';
import { settled } from '../lifecycle/settled.ts';

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
  /** Logs why the end has come, once for each reason however many transports it ends. */
  noteStop(stop: Stop): void;
}

/** Resolves to why it ended when all is answered, sent and closed. Rejects with a ServerError when a stream failed. */
export async function serveConnection(parts: ServeParts, transport: ServerTransport): Promise<Stop> {
  const { dispatcher, ledger, greeting, logger, drainMs } = parts;
  const connection = new Connection(transport, ledger, logger);
  transport.onrejected = () => ledger.fault();
  const handle = serveStdio(({ era }) => createSdkServer(greeting, dispatcher, connection, era), {
    transport: new ListenTransport(connection, dispatcher.relay.subscriptions),
    // The SDK puts whole messages into its error texts; the log must not have them.
    onerror: (error) => logger.log('debug', 'sdk_error', { error_type: error.name }),
  });
  try {
    const stop = await Promise.race([transport.ended, parts.stop]);
    transport.stopReading();
    parts.noteStop(stop);
    if (stop.reason === 'failed') throw new ServerError('CONNECTION', 'The connection failed.', stop.error);
    if (stop.reason !== 'broken_pipe') await drain(parts, connection);
    return stop;
  } finally {
    logger.log('info', 'cleanup_started');
    // A client that does not read must not keep the process alive.
    await settled(handle.close(), drainMs);
  }
}

async function drain({ logger, drainMs, hurry }: ServeParts, connection: Connection): Promise<void> {
  await settled(Promise.race([connection.idle(), hurry]), drainMs);
  const unanswered = connection.pending.length;
  if (unanswered > 0) logger.log('warning', 'drain_incomplete', { unanswered });
}
