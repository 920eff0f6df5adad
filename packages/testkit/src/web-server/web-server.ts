/** A web server on loopback that does what a test tells it to, in HTTP or HTTPS, and remembers what it was asked. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { TEST_CERTIFICATE, TEST_KEY } from './certificate.ts';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What to do with a request; `nth` counts those to the same path, from 1. */
export type Page = (response: ServerResponse, request: SeenRequest, nth: number) => void;

export class WebServer {
  readonly port: number;
  readonly requests: SeenRequest[] = [];
  /** Connections there ever were. */
  accepted = 0;
  readonly #server: Server;
  readonly #pages = new Map<string, Page>();
  #otherwise: Page = (response) => void response.writeHead(404, { 'content-type': 'text/plain' }).end('no such page');

  static async start({ tls = false }: { readonly tls?: boolean } = {}): Promise<WebServer> {
    const server = tls ? createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }) : createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new WebServer(server);
  }

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', () => void this.accepted++);
    server.on('request', (request, response) => void this.#serve(request, response));
  }

  page(path: string, page: Page): void {
    this.#pages.set(path, page);
  }

  /** For every path that has no page. */
  otherwise(page: Page): void {
    this.#otherwise = page;
  }

  paths(): string[] {
    return this.requests.map(({ path }) => path);
  }

  /** Connections that are open now. */
  connections(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  }

  /** Ends every connection, busy or not. */
  hangUp(): void {
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.hangUp();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    const { method = '', url: path = '', headers } = request;
    const seen = { method, path, headers, body: await text(request) };
    this.requests.push(seen);
    const nth = this.requests.filter((other) => other.path === path).length;
    const page = this.#pages.get(path) ?? this.#otherwise;
    page(response, seen, nth);
  }
}
