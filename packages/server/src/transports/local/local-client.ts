/** One client that came through the door: a connection of its own, of either era, as if it had started the server itself. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Connection } from '../../connection/connection.ts';
import { ListenTransport } from '../../resources/listen-transport.ts';
import { createSdkServer } from '../../connection/sdk-server.ts';
import type { ServerHost } from '../../lifecycle/server-listener.ts';
import type { ServerTransport } from '../../connection/server-transport.ts';
import { settled } from '../../lifecycle/settled.ts';
import { createStdioTransport } from '../stdio/index.ts';

/** How long answers get to leave for a client that does not read them. */
const FLUSH_MS = 1000;

export class LocalClient {
  /** Resolves when it is gone, or cut off. */
  readonly ended: Promise<void>;
  readonly #socket: Socket;
  readonly #transport: ServerTransport;
  readonly #connection: Connection;
  readonly #handle: { close(): Promise<void> };

  constructor(host: ServerHost, socket: Socket, maxRequestBytes: number) {
    const { dispatcher, ledger, greeting } = host;
    const logger = host.logger.child({ transport: 'local' });
    this.#socket = socket;
    this.#transport = createStdioTransport({ stdin: socket, stdout: socket, maxRequestBytes, logger });
    this.#transport.onrejected = () => ledger.fault();
    this.#connection = new Connection(this.#transport, ledger, logger);
    this.#handle = serveStdio(({ era }) => createSdkServer(greeting, dispatcher, this.#connection, era), {
      transport: new ListenTransport(this.#connection, dispatcher.relay.subscriptions),
      // The SDK puts whole messages into its error texts; the log must not have them.
      onerror: (error) => logger.log('debug', 'sdk_error', { error_type: error.name }),
    });
    this.ended = this.#serve();
  }

  /** Requests without an answer. */
  get unanswered(): number {
    return this.#connection.pending.length;
  }

  stopReading(): void {
    this.#transport.stopReading();
  }

  /** Resolves when every request is answered. */
  idle(): Promise<void> {
    return this.#connection.idle();
  }

  /** Sends what is written, then ends the connection. */
  async close(): Promise<void> {
    await settled(this.#handle.close(), FLUSH_MS);
    if (this.#socket.destroyed) return;
    // A client that is gone by now makes this fail, and harms nobody.
    const sent = once(this.#socket, 'finish').catch(() => undefined);
    this.#socket.end();
    await settled(sent, FLUSH_MS);
    this.#socket.destroy();
  }

  /** A client that only stopped talking still gets its answers; one that is gone has its requests dropped. */
  async #serve(): Promise<void> {
    const { reason } = await this.#transport.ended;
    if (reason === 'eof') {
      const gone = new Promise((resolve) => this.#socket.once('close', resolve));
      await Promise.race([this.#connection.idle(), gone]);
    }
    await this.close();
  }
}
