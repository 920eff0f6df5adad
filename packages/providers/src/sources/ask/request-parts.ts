/** Small parts of a question to a source: its address, its conditions, and what its failures mean. */
import { toZapomniError } from '@zapomni/core/errors';
import type { PaceOutcome, WebAnswer } from '@zapomni/core/ports';
import { HttpFailure } from '../../net/http-failure.ts';
import type { FoundAnswer } from './kept-answers.ts';

export type Query = Readonly<Record<string, string | number | undefined>>;

const TOO_MANY = 429;
const NOT_FOUND = 404;

/** The source's fault, or that of the way to it; a host that is not allowed is neither. */
export function isTheirs(error: unknown): boolean {
  const { code, policy } = toZapomniError(error);
  return policy.fault === 'outside' && code !== 'NETWORK_OFF';
}

/** A list with nothing in it says that nothing is known, as 404 does. */
export function isNothing(read: unknown): boolean {
  if (Array.isArray(read)) return read.length === 0;
  const { items, ids } = Object(read) as { readonly items?: unknown; readonly ids?: unknown };
  return [items, ids].some((list) => Array.isArray(list) && list.length === 0);
}

/** Failures that pass, and not those that ask to be left alone. */
export function passes(error: unknown): boolean {
  const { cause } = toZapomniError(error);
  return (
    cause instanceof HttpFailure && cause.isTransient && cause.status !== TOO_MANY && cause.retryAfterMs === undefined
  );
}

/** What a request that failed says of how the host stands. */
export function endedWith(error: unknown): PaceOutcome {
  const { code, retryAfterMs } = toZapomniError(error);
  if (code === 'UPSTREAM_RATE_LIMITED') return { refused: retryAfterMs === undefined ? {} : { retryAfterMs } };
  if (code === 'CANCELLED') return { givenUp: true };
  return code === 'TIMEOUT' || code === 'UPSTREAM_FAILED' ? { failed: true } : {};
}

/** In the order of the names, so that one question has one name. */
export function searchOf(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams();
  for (const [name, value] of given.toSorted(([a], [b]) => (a < b ? -1 : 1))) search.append(name, String(value));
  return search.toString();
}

export function conditions({ headers, status }: FoundAnswer): Record<string, string> {
  const { etag, 'last-modified': modified } = headers;
  if (status === NOT_FOUND) return {};
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(modified === undefined ? {} : { 'if-modified-since': modified }),
  };
}

export function validators({ headers }: WebAnswer): Record<string, string> {
  const kept = ['etag', 'last-modified'].filter((name) => headers[name] !== undefined);
  return Object.fromEntries(kept.map((name) => [name, headers[name] ?? '']));
}
