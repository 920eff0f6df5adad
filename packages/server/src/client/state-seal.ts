/**
 * What a server gives its client to bring back: sealed, so that the client can neither read nor change it, nor bring it
 * with another request, on behalf of another caller, or after an hour. Servers that share a key take each other's.
 *
 *   base64url( nonce 12 | tag 16 | AES-256-GCM({ until, content }) )       what it is about is authenticated with it
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { isObject, RPC_ERROR } from '../protocol/protocol.ts';
import { RpcError } from '../protocol/rpc-error.ts';

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
const VALID_MS = 3_600_000;

export class StateSeal {
  readonly #key: Buffer;
  readonly #now: () => number;

  /** Without a secret, only this process can open what it sealed. */
  constructor(secret: string | undefined, now: () => number = Date.now) {
    this.#key = Buffer.from(hkdfSync('sha256', secret ?? randomBytes(32), '', 'mcp request state', 32));
    this.#now = now;
  }

  seal(content: unknown, about: string): string {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(about));
    const text = JSON.stringify({ until: this.#now() + VALID_MS, content });
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
  }

  /** Throws the RpcError that the client deserves. */
  open(sealed: string, about: string): unknown {
    const opened = this.#decipher(Buffer.from(sealed, 'base64url'), about);
    if (isObject(opened) && Number(opened['until']) > this.#now()) return opened['content'];
    const message = 'Invalid params: requestState is not valid here, or no longer. Repeat the request without it.';
    throw new RpcError(RPC_ERROR.invalidParams, message, { reason: 'invalid_request_state' });
  }

  #decipher(bytes: Buffer, about: string): unknown {
    if (bytes.length <= NONCE + TAG) return undefined;
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
    try {
      return JSON.parse(decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8'));
    } catch {
      return undefined;
    }
  }
}
