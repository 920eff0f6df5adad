/**
 * Checks presented tokens against the token file. The list is kept in memory and read again when the file has changed, so
 * that a token made or taken back by another process counts within a second. A file that became unreadable lets nobody in.
 */
import type { ServerLogger } from '../server-logger.ts';
import type { BearerVerifier, Verdict } from './bearer-verifier.ts';
import { withIncluded } from './scopes.ts';
import { findByHash, hashToken, isExpired, TOKEN_PREFIX, type TokenRecord } from './token-record.ts';
import { changeTokens, readTokens, stampOf, type StoredTokens } from './token-storage.ts';

export interface TokenVerifierOptions {
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** How long the list is used without looking at the file (1000 ms). */
  readonly recheckMs?: number | undefined;
  readonly logger?: ServerLogger | undefined;
}

/** The file says when a token was last used no more exactly than this: nothing is written for the requests in between. */
const USE_NOTED_EVERY_MS = 3_600_000;

/** Rejects with a ServerError when the file cannot be used. One that is not there yet holds no tokens. */
export async function openTokenVerifier(path: string, options: TokenVerifierOptions = {}): Promise<TokenVerifier> {
  return new TokenVerifier(path, await readTokens(path), options);
}

export class TokenVerifier implements BearerVerifier {
  readonly #path: string;
  readonly #now: () => number;
  readonly #recheckMs: number;
  readonly #logger: ServerLogger | undefined;
  /** `undefined` while the file cannot be read. */
  #records: readonly TokenRecord[] | undefined;
  /** `undefined`: to be read again in any case. */
  #stamp: string | undefined;
  #checkedAt: number;
  #checking: Promise<void> | undefined;
  /** When the last use of a token was noted, or tried to be. */
  readonly #noted = new Map<string, number>();
  #noting: Promise<void> = Promise.resolve();

  constructor(path: string, { records, stamp }: StoredTokens, options: TokenVerifierOptions) {
    this.#path = path;
    this.#now = options.now ?? Date.now;
    this.#recheckMs = options.recheckMs ?? 1000;
    this.#logger = options.logger;
    this.#records = records;
    this.#stamp = stamp;
    this.#checkedAt = this.#now();
  }

  /** Whether there is a token that opens the door now. */
  get hasUsable(): boolean {
    return (this.#records ?? []).some((record) => !isExpired(record, this.#now()));
  }

  recognises(token: string): boolean {
    return token.startsWith(TOKEN_PREFIX);
  }

  async verify(token: string): Promise<Verdict> {
    await this.#refresh();
    if (this.#records === undefined) return { refused: 'unavailable' };
    const record = findByHash(this.#records, hashToken(token));
    if (record === undefined) return { refused: 'unknown' };
    if (isExpired(record, this.#now())) return { refused: 'expired' };
    this.#noteUse(record);
    return { caller: { subject: `token:${record.name}`, scopes: withIncluded(record.scopes) } };
  }

  /** Resolves when nothing is being written any more. */
  async close(): Promise<void> {
    await this.#noting;
  }

  async #refresh(): Promise<void> {
    if (Math.abs(this.#now() - this.#checkedAt) < this.#recheckMs) return;
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    await this.#checking;
  }

  async #check(): Promise<void> {
    if (this.#stamp === undefined || (await stampOf(this.#path)) !== this.#stamp) await this.#reload();
    this.#checkedAt = this.#now();
  }

  async #reload(): Promise<void> {
    try {
      const stored = await readTokens(this.#path);
      this.#records = stored.records;
      this.#stamp = stored.stamp;
      this.#logger?.log('info', 'tokens_reloaded', { count: stored.records.length });
    } catch (error) {
      if (this.#records !== undefined) this.#logger?.log('error', 'token_file_unusable', { error });
      this.#records = undefined;
      this.#stamp = undefined;
    }
  }

  #noteUse({ id, last_used }: TokenRecord): void {
    const now = this.#now();
    const known = this.#noted.get(id) ?? (last_used === undefined ? -Infinity : Date.parse(last_used));
    if (now - known < USE_NOTED_EVERY_MS) return;
    this.#noted.set(id, now);
    this.#noting = this.#noting.then(() => this.#write(id, new Date(now).toISOString()));
  }

  /** Nobody's request fails because of it: the file may be one that only somebody else can write. */
  async #write(id: string, last_used: string): Promise<void> {
    try {
      await changeTokens(this.#path, (records) =>
        records.some((record) => record.id === id)
          ? records.map((record) => (record.id === id ? { ...record, last_used } : record))
          : records,
      );
    } catch (error) {
      this.#logger?.log('warning', 'token_use_not_noted', { error });
    }
  }
}
