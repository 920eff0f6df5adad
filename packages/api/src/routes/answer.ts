/** How an endpoint's result and its failure go out: errors from the one table, nothing kept by anyone on the way. */
import { createHash } from 'node:crypto';
import { toZapomniError, ZapomniError } from '@zapomni/core/errors';
import { describeError } from '@zapomni/mcp';
import type { Exchange } from '@zapomni/server/http';

/** The page asks again with the mark of what it has; the same is not sent twice. */
export function sendResult(exchange: Exchange, result: unknown): void {
  const body = JSON.stringify(result);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  if (exchange.head.method === 'GET' && exchange.header('if-none-match') === etag) return exchange.empty(304, { etag });
  exchange.send(200, 'application/json', body, { etag });
}

export function sendError(exchange: Exchange, thrown: unknown): void {
  const { code, policy, retryAfterMs } = toZapomniError(thrown);
  const wait: Record<string, string> =
    retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) };
  const { message, hint, retryable, issues } = describeError(thrown);
  exchange.json(policy.http, { error: { code, message, hint, retryable, ...(issues ? { issues } : {}) } }, wait);
}

/** For whoever has not signed in: no redirect, only how to get in. */
export function sendSignedOut(exchange: Exchange): void {
  const error = {
    code: 'SIGNED_OUT',
    message: 'Nobody has signed in here, or the time is up.',
    hint: 'Run `zapomni dashboard`: it opens this page with a code of its own.',
    retryable: false,
  };
  exchange.json(401, { error }, { 'www-authenticate': 'Bearer' });
}

export function forbidden(message: string, hint: string): ZapomniError {
  return new ZapomniError('FORBIDDEN', message, { hint });
}
