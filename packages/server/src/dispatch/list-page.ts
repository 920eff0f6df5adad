/**
 * One page of a list. A cursor names the last item that was sent, so that it stays right when others come and go, and
 * means the same to every instance of the server.
 */
import { isObject, RPC_ERROR, type Era, type JsonObject } from '../protocol/protocol.ts';
import { RpcError } from '../protocol/rpc-error.ts';

export interface PagedList {
  /** The member of the result, e.g. `tools`. */
  readonly name: string;
  /** What tells the items apart, e.g. `name`. */
  readonly key: string;
  readonly items: readonly JsonObject[];
  /** How long a client of the stateless revision may keep it. */
  readonly ttlMs: number;
}

/** -32602 for a cursor that this list has not given out, or whose item is gone. */
export function listPage(list: PagedList, pageSize: number, params: JsonObject, era: Era): JsonObject {
  const { name, key, items, ttlMs } = list;
  const start = startOf(list, params['cursor']);
  const page = start === 0 && items.length <= pageSize ? items : items.slice(start, start + pageSize);
  const last = start + page.length < items.length ? page.at(-1) : undefined;
  return {
    [name]: page,
    ...(last === undefined ? {} : { nextCursor: toCursor(name, last[key]) }),
    // Lists differ from caller to caller by what they may do.
    ...(era === 'modern' ? { ttlMs, cacheScope: 'private' } : {}),
  };
}

function startOf({ name, key, items }: PagedList, cursor: unknown): number {
  if (cursor === undefined) return 0;
  const last = typeof cursor === 'string' ? fromCursor(name, cursor) : undefined;
  const index = last === undefined ? -1 : items.findIndex((item) => item[key] === last);
  if (index >= 0) return index + 1;
  throw new RpcError(RPC_ERROR.invalidParams, 'Invalid params: unknown cursor. Start again without one.');
}

function toCursor(name: string, last: unknown): string {
  return Buffer.from(JSON.stringify({ list: name, last })).toString('base64url');
}

function fromCursor(name: string, cursor: string): unknown {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return isObject(parsed) && parsed['list'] === name ? parsed['last'] : undefined;
  } catch {
    return undefined;
  }
}
