/** An authorization server as far as a resource server sees it: a JWKS on loopback and tokens signed with its keys. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import type { AtEnd } from './temporary-folder.ts';

export const ISSUER = 'https://login.example.com/';
export const RESOURCE = 'https://memory.example.com/mcp';
/** Seconds since 1970. */
export const NOW = 1_800_000_000;

export interface Signed {
  readonly claims?: JWTPayload;
  readonly kid?: string | undefined;
  readonly without?: readonly string[];
}

export class KeyServer {
  /** Requests so far. */
  hits = 0;
  /** What is answered instead of the keys. */
  instead: { status: number; body: string; headers?: Record<string, string> } | undefined;
  readonly url: string;
  readonly #server: Server;
  #published: JWK[] = [];
  #key: CryptoKey | undefined;
  #kid = '';

  static async start(atEnd: AtEnd): Promise<KeyServer> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const keys = new KeyServer(server);
    await keys.rotate('first');
    atEnd(() => keys.stop());
    return keys;
  }

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
    server.on('request', (_, response) => {
      this.hits += 1;
      const body = JSON.stringify({ keys: this.#published });
      const { status, headers = {}, ...instead } = this.instead ?? { status: 200, body };
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
      response.end(instead.body);
    });
  }

  /** Signs with a new key from now on and publishes that one alone. */
  async rotate(kid: string, alg = 'ES256'): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    this.#published = [{ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }];
    this.#key = privateKey;
    this.#kid = kid;
  }

  get published(): readonly JWK[] {
    return this.#published;
  }

  async sign({ claims = {}, kid = this.#kid, without = [] }: Signed = {}): Promise<string> {
    const payload: JWTPayload = { ...goodClaims(), ...claims };
    for (const name of without) delete payload[name];
    const [published] = this.#published;
    const alg = published?.alg ?? 'ES256';
    return new SignJWT(payload).setProtectedHeader({ alg, kid, typ: 'at+jwt' }).sign(this.#key as CryptoKey);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}

export function goodClaims(): JWTPayload {
  return { iss: ISSUER, aud: RESOURCE, sub: 'alice', scope: 'read write', iat: NOW - 10, exp: NOW + 600 };
}
