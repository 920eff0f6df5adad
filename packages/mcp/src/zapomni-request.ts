/** What resources and prompts are handed with a request, beside what they were asked for. */
import type { App } from '@zapomni/core';
import { ZapomniError } from '@zapomni/core/errors';
import { RPC_ERROR, RpcError, type Complete, type HandlerContext } from '@zapomni/server';

export interface ZapomniRequest extends HandlerContext {
  readonly app: App;
}

/** Suggests values for an argument from what is stored, best first. */
export type Suggest = (
  typed: string,
  given: Readonly<Record<string, string>>,
  request: ZapomniRequest,
) => readonly string[] | Promise<readonly string[]>;

export function bindSuggest(suggest: Suggest, app: App): Complete {
  return (typed, given, context) => suggest(typed, given, { ...context, app });
}

/** Outside a tool, what the caller did wrong is an error of the protocol. Anything else is the server's to tell. */
export function toProtocolError(thrown: unknown): unknown {
  if (!(thrown instanceof ZapomniError) || thrown.policy.fault !== 'caller') return thrown;
  const { code, message, hint, issues, candidates, retryAfterMs } = thrown;
  const number = code === 'RATE_LIMITED' ? RPC_ERROR.rateLimited : RPC_ERROR.invalidParams;
  return new RpcError(number, `${code}: ${message} ${hint}`, {
    code,
    hint,
    retryable: thrown.policy.retryable,
    ...(retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs }),
    ...(issues.length === 0 ? {} : { issues }),
    ...(candidates.length === 0 ? {} : { candidates }),
  });
}
