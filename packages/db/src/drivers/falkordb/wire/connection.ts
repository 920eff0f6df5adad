/**
 * One connection to one server. Commands are answered in the order they are sent, so that several may be under way. It
 * lives until the first trouble: whoever loses it opens another. It lets the process end while nothing is under way.
 */
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { LinkError } from './link-error.ts';
import { ReplyParser, ServerError, type Reply } from './reply-parser.ts';

export interface NodeAddress {
  readonly host: string;
  readonly port: number;
}

export interface Credentials {
  readonly username?: string;
  readonly password?: string;
}

export interface ConnectionOptions extends Credentials {
  readonly tls: boolean;
  /** Certificates to trust, in PEM; the system's own when left out. */
  readonly ca?: string;
  readonly connectTimeoutMs: number;
}

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

export class Connection {
  readonly #socket: Socket;
  readonly #waiting: Waiting[] = [];
  #lost: LinkError | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    const parser = new ReplyParser((reply) => this.#answer(reply));
    socket.on('data', (piece: Buffer) => parser.push(piece));
    socket.on('error', (error) => this.#lose(new LinkError('after', 'the connection broke', error)));
    socket.on('close', () => this.#lose(new LinkError('after', 'the connection was closed')));
    socket.setNoDelay(true);
    socket.unref();
  }

  /** Connected and, where there is a password, let in. Rejects with LinkError `before`, or with the server's refusal. */
  static async open(address: NodeAddress, options: ConnectionOptions): Promise<Connection> {
    const connection = new Connection(await openSocket(address, options));
    const { username, password, connectTimeoutMs } = options;
    if (password === undefined) return connection;
    try {
      const args = username ? ['AUTH', username, password] : ['AUTH', password];
      await connection.send(args, connectTimeoutMs);
      return connection;
    } catch (error) {
      connection.close();
      throw error instanceof LinkError ? new LinkError('before', 'the server did not let us in', error) : error;
    }
  }

  get usable(): boolean {
    return this.#lost === undefined;
  }

  /** How many commands are under way. */
  get load(): number {
    return this.#waiting.length;
  }

  /** Rejects with the server's own error, or with LinkError. A server that does not answer in time is given up on. */
  send(args: readonly string[], timeoutMs: number): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#lost) return reject(new LinkError('before', 'the connection is closed', this.#lost));
      const timer = setTimeout(() => this.#lose(new LinkError('late', 'the server did not answer in time')), timeoutMs);
      this.#waiting.push({ resolve, reject, timer });
      this.#socket.ref();
      this.#socket.write(encode(args));
    });
  }

  /** The same for an answer that may be long in coming: the process may end before. */
  sendAside(args: readonly string[], timeoutMs: number): Promise<Reply> {
    const reply = this.send(args, timeoutMs);
    this.#waiting.at(-1)?.timer.unref();
    this.#socket.unref();
    return reply;
  }

  /** Commands under way fail. */
  close(): void {
    this.#lose(new LinkError('after', 'the connection was closed'));
  }

  #answer(reply: Reply): void {
    const first = this.#waiting.shift();
    if (!first) return this.close();
    clearTimeout(first.timer);
    if (this.#waiting.length === 0) this.#socket.unref();
    if (reply instanceof ServerError) first.reject(reply);
    else first.resolve(reply);
  }

  #lose(error: LinkError): void {
    if (this.#lost) return;
    this.#lost = error;
    this.#socket.destroy();
    for (const { reject, timer } of this.#waiting.splice(0)) {
      clearTimeout(timer);
      reject(error);
    }
  }
}

function openSocket({ host, port }: NodeAddress, options: ConnectionOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const { tls, ca, connectTimeoutMs } = options;
    const socket = tls
      ? connectTls({ host, port, ...(isIP(host) ? {} : { servername: host }), ...(ca === undefined ? {} : { ca }) })
      : connectPlain({ host, port });
    const fail = (error?: unknown): void => {
      socket.destroy();
      reject(new LinkError('before', 'the server cannot be reached', error));
    };
    const timer = setTimeout(fail, connectTimeoutMs);
    socket.once('error', fail);
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      resolve(socket);
    });
    socket.once('close', () => clearTimeout(timer));
  });
}

function encode(args: readonly string[]): string {
  return `*${args.length}\r\n${args.map((arg) => `$${Buffer.byteLength(arg)}\r\n${arg}\r\n`).join('')}`;
}
