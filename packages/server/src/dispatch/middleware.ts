/** What stands around every request, whichever way it came in: logging, quotas, checks of one's own. */
import type { JsonObject } from '../protocol/protocol.ts';
import type { RequestContext } from './request-context.ts';
import type { Reply } from '../protocol/rpc-error.ts';

export interface Call {
  readonly method: string;
  readonly params: JsonObject;
  readonly context: RequestContext;
}

/** Answers the call. Never rejects. */
export type Next = (call: Call) => Promise<Reply>;

/**
 * Passes the call on, changed or not, or answers it itself, with `{ error }` to refuse it. What it throws is an internal
 * error to the client. The ones added first are outermost.
 */
export type Middleware = (call: Call, next: Next) => Promise<Reply>;

export function compose(middlewares: readonly Middleware[], last: Next): Next {
  return middlewares.reduceRight<Next>((next, middleware) => (call) => middleware(call, next), last);
}
