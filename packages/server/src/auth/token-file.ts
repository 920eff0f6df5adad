/**
 * The tokens of a server, for the people who hand them out: make one, see which there are, take one back. The token itself
 * is shown once and kept nowhere.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { ServerError } from '../server-error.ts';
import type { Scope } from './scopes.ts';
import { hashToken, MAX_TOKENS, TOKEN_PREFIX, tokenName, type TokenRecord } from './token-record.ts';
import { changeTokens, readTokens } from './token-storage.ts';

export type TokenInfo = Omit<TokenRecord, 'hash'>;

export interface NewToken {
  /** What it is for, e.g. the client's name; no two tokens share one. */
  readonly name: string;
  /** At least one; each includes the lower ones. */
  readonly scopes: readonly Scope[];
  readonly expires?: Date | undefined;
}

export interface TokenFileOptions {
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

export class TokenFile {
  readonly #path: string;
  readonly #now: () => number;

  constructor(path: string, { now = Date.now }: TokenFileOptions = {}) {
    this.#path = path;
    this.#now = now;
  }

  /** `token` is what the client sends; this is the only time that it is seen. */
  async create(wanted: NewToken): Promise<{ readonly token: string; readonly info: TokenInfo }> {
    this.#check(wanted);
    const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
    const info: TokenInfo = {
      id: randomUUID(),
      name: wanted.name,
      scopes: [...new Set(wanted.scopes)],
      created: new Date(this.#now()).toISOString(),
      ...(wanted.expires === undefined ? {} : { expires: wanted.expires.toISOString() }),
    };
    const record = { ...info, hash: hashToken(token).toString('hex') };
    await changeTokens(this.#path, (records) => added(records, record));
    return { token, info };
  }

  /** In the order they were made. */
  async list(): Promise<TokenInfo[]> {
    const { records } = await readTokens(this.#path);
    return records.map(toInfo);
  }

  /** By name or id. The one that was taken back; `undefined` when there is none. */
  async revoke(nameOrId: string): Promise<TokenInfo | undefined> {
    let revoked: TokenRecord | undefined;
    const isMeant = ({ id, name }: TokenRecord) => id === nameOrId || name === nameOrId;
    await changeTokens(this.#path, (records) => {
      revoked = records.find(isMeant);
      return revoked === undefined ? records : records.filter((record) => record !== revoked);
    });
    return revoked && toInfo(revoked);
  }

  #check({ name, scopes, expires }: NewToken): void {
    if (!tokenName.safeParse(name).success) {
      throw invalid('name must be 1 to 64 letters, digits, spaces or . _ @ - and begin with a letter or digit');
    }
    if (scopes.length === 0) throw invalid('scopes must name at least one of read, write, admin');
    if (expires !== undefined && !(expires.getTime() > this.#now())) throw invalid('expires must lie in the future');
  }
}

function added(records: readonly TokenRecord[], record: TokenRecord): readonly TokenRecord[] {
  if (records.some(({ name }) => name === record.name)) {
    throw new ServerError('DUPLICATE_NAME', `A token named ${record.name} exists. Revoke it or choose another name.`);
  }
  if (records.length >= MAX_TOKENS) throw invalid(`there are ${MAX_TOKENS} already; revoke some that are not used`);
  return [...records, record];
}

function toInfo(record: TokenRecord): TokenInfo {
  const { hash: _hash, ...info } = record;
  return info;
}

function invalid(why: string): ServerError {
  return new ServerError('INVALID_OPTIONS', `The token cannot be created: ${why}.`);
}
