/**
 * A private door in a folder for the programs of the same user: a Unix socket (a named pipe on Windows) without a port and
 * without a token, because the file system already says who may come in. Each connection begins with one line of the
 * server's, who it is, and then speaks MCP line by line as stdin and stdout do.
 *
 *   claimDoor → net.Server → (socket → hello → LocalClient) … → stopAccepting → idle → close
 */
import { createServer, type Server, type Socket } from 'node:net';
import type { JsonObject } from '../../protocol/protocol.ts';
import type { ServerHost, ServerListener } from '../../lifecycle/server-listener.ts';
import type { ServerLogger } from '../../server-logger.ts';
import { claimDoor } from './claim-door.ts';
import { LocalClient } from './local-client.ts';

export interface LocalTransportOptions {
  /** Whose door it is. Made when it is not there. */
  readonly folder: string;
  /** What each client is told first, on one line. */
  readonly hello: JsonObject;
  /** A longer line is skipped and answered with an error. */
  readonly maxRequestBytes: number;
  readonly logger: ServerLogger;
}

export interface LocalListener extends ServerListener {
  /** Who is connected at this moment. */
  readonly clients: number;
}

export function createLocalTransport(options: LocalTransportOptions): LocalListener {
  return new LocalTransport(options);
}

class LocalTransport implements LocalListener {
  readonly name = 'local';
  readonly #options: LocalTransportOptions;
  readonly #clients = new Set<LocalClient>();
  #server: Server | undefined;
  #giveBack: (() => Promise<void>) | undefined;

  constructor(options: LocalTransportOptions) {
    this.#options = options;
  }

  get clients(): number {
    return this.#clients.size;
  }

  get unanswered(): number {
    return [...this.#clients].reduce((sum, client) => sum + client.unanswered, 0);
  }

  async open(host: ServerHost): Promise<void> {
    const { folder, logger } = this.#options;
    const server = createServer({ allowHalfOpen: true }, (socket) => this.#take(host, socket));
    this.#giveBack = await claimDoor(folder, server);
    server.on('error', (error) => logger.log('error', 'local_server_error', { error }));
    this.#server = server;
    logger.log('info', 'local_listening');
  }

  stopAccepting(): void {
    this.#server?.close();
    for (const client of this.#clients) client.stopReading();
  }

  async idle(): Promise<void> {
    await Promise.all([...this.#clients].map((client) => client.idle()));
  }

  async close(): Promise<void> {
    this.stopAccepting();
    await Promise.all([...this.#clients].map((client) => client.close()));
    await this.#giveBack?.();
    this.#giveBack = undefined;
  }

  #take(host: ServerHost, socket: Socket): void {
    socket.on('error', () => undefined);
    socket.write(`${JSON.stringify(this.#options.hello)}\n`);
    const client = new LocalClient(host, socket, this.#options.maxRequestBytes);
    this.#clients.add(client);
    void client.ended.finally(() => this.#clients.delete(client));
  }
}
