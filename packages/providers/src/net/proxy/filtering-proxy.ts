/**
 * A forward proxy on loopback for a browser that visits strangers' pages. Whoever comes has to show a pass, which is made for one visit and says where it
 * leads; another program of the machine has none. A name is resolved here, once for a connection, each of its addresses is looked at, and the
 * connection goes to one of those: the browser itself resolves nothing and connects to nothing else.
 *
 *   browser ─ pass? ─ may this URL be reached? ─ may its addresses? ─ connect to one of those ─ count bytes both ways
 *
 * Plain http is passed on request by request; https and sockets are tunnels, of which it sees the host, the bytes and the end.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { LookupParts } from '../address/checked-lookup.ts';
import { HttpFailure } from '../http-failure.ts';
import { answer, forwardRequest } from './forward-request.ts';
import { openTunnel, refuseTunnel } from './open-tunnel.ts';
import { ProxyPass, type PassTerms } from './proxy-pass.ts';

const LOOPBACK = '127.0.0.1';
const CHALLENGE = { 'proxy-authenticate': 'Basic realm="zapomni"' };
const NEEDS_PASS = 407;

export class FilteringProxy {
  readonly #server: Server;
  readonly #lookup: LookupParts;
  readonly #passes = new Map<string, ProxyPass>();

  static async start(lookup: LookupParts): Promise<FilteringProxy> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, LOOPBACK, resolve);
    });
    return new FilteringProxy(server, lookup);
  }

  private constructor(server: Server, lookup: LookupParts) {
    this.#server = server;
    this.#lookup = lookup;
    server.on('request', (request, response) => void this.#forward(request, response));
    server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.#connect(request, socket, head);
    });
    server.on('clientError', (_error, socket) => socket.destroy());
    // Whoever uses it keeps the process alive, or does not.
    server.unref();
  }

  get address(): string {
    return `http://${LOOPBACK}:${(this.#server.address() as AddressInfo).port}`;
  }

  admit(terms: PassTerms): ProxyPass {
    const pass = new ProxyPass(terms);
    this.#passes.set(pass.username, pass);
    return pass;
  }

  dismiss(pass: ProxyPass): void {
    this.#passes.delete(pass.username);
    pass.end();
  }

  async close(): Promise<void> {
    for (const pass of this.#passes.values()) this.dismiss(pass);
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    const pass = this.#passOf(request);
    if (!pass) {
      answer(response, NEEDS_PASS, CHALLENGE);
      return;
    }
    forwardRequest({ request, response, pass, lookup: this.#lookup });
  }

  #connect(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const pass = this.#passOf(request);
    if (pass) openTunnel({ authority: request.url ?? '', socket, head, pass, lookup: this.#lookup });
    else refuseTunnel(socket, new HttpFailure('status', { status: NEEDS_PASS }), CHALLENGE);
  }

  #passOf({ headers }: IncomingMessage): ProxyPass | undefined {
    const [, encoded = ''] = /^Basic +(\S+)$/i.exec(headers['proxy-authorization'] ?? '') ?? [];
    const [, name = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
    const pass = this.#passes.get(name);
    return pass?.isPassword(password) ? pass : undefined;
  }
}
