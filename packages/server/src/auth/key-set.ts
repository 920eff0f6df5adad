/**
 * The public keys of an authorization server, fetched from its one JWKS address. They are kept, fetched again when they are
 * old or a token names a key that is not among them, and never more often than the pause allows, whether the fetch
 * succeeded or not: tokens that anyone can make up must not turn into requests to somebody else. While the address does
 * not answer, the keys at hand stay good for a day.
 */
import { createLocalJWKSet, errors, type FlattenedJWSInput, type JSONWebKeySet, type JWSHeaderParameters } from 'jose';
import type { ServerLogger } from '../server-logger.ts';

/** The part of `fetch` that is needed. */
export type FetchKeys = (
  url: string,
  init: {
    readonly headers: Record<string, string>;
    readonly redirect: 'error';
    readonly signal: AbortSignal;
  },
) => Promise<Response>;

export interface KeySetOptions {
  readonly url: string;
  readonly fetch: FetchKeys;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  readonly logger?: ServerLogger | undefined;
}

/** There are no keys, and there will be none before the next try. */
export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError';
}

type LocalKeys = ReturnType<typeof createLocalJWKSet>;

const FRESH_MS = 600_000;
const PAUSE_MS = 30_000;
const KEPT_MS = 86_400_000;
const TIMEOUT_MS = 5000;
const MAX_BYTES = 1 << 20;

export class RemoteKeySet {
  readonly #options: KeySetOptions;
  readonly #now: () => number;
  #keys: LocalKeys | undefined;
  #fetchedAt = -Infinity;
  #triedAt = -Infinity;
  #fetching: Promise<void> | undefined;

  constructor(options: KeySetOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** The key that a token was signed with, as `jwtVerify` of jose asks for it. */
  readonly find = async (header?: JWSHeaderParameters, token?: FlattenedJWSInput) => {
    if (this.#age() > FRESH_MS) await this.#refresh();
    try {
      return await this.#current()(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await this.#refresh();
      return this.#current()(header, token);
    }
  };

  #age(): number {
    return this.#now() - this.#fetchedAt;
  }

  #current(): LocalKeys {
    if (this.#keys === undefined || this.#age() > KEPT_MS) throw new KeysUnavailableError('no keys');
    return this.#keys;
  }

  async #refresh(): Promise<void> {
    if (this.#fetching === undefined && this.#now() - this.#triedAt < PAUSE_MS) return;
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = undefined;
    });
    await this.#fetching;
  }

  async #fetch(): Promise<void> {
    const { url, fetch, logger } = this.#options;
    this.#triedAt = this.#now();
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/jwk-set+json, application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      this.#keys = createLocalJWKSet((await readKeys(response)) as JSONWebKeySet);
      this.#fetchedAt = this.#now();
    } catch (error) {
      logger?.log('warning', 'jwks_fetch_failed', { error });
    }
  }
}

/** jose itself checks that it is a key set. */
async function readKeys(response: Response): Promise<unknown> {
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`The key set was answered with status ${response.status}.`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error(`The key set is larger than ${MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
