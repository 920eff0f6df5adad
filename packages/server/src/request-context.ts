import type { Caller } from './guards/guard.ts';
import type { Era, JsonObject, LogLevel, RequestId } from './protocol.ts';
import type { ServerLogger } from './server-logger.ts';
import type { Session } from './session.ts';

/** What belongs to one request, whichever way it came in. */
export interface RequestContext {
  readonly session: Session;
  /** Who asks, and what they may do. */
  readonly caller: Caller;
  readonly era: Era;
  /** `undefined` when the caller gave none. */
  readonly requestId: RequestId | undefined;
  /** Aborted when the answer is no longer wanted. */
  readonly signal: AbortSignal;
  /** Every line carries the request's id. */
  readonly logger: ServerLogger;
  /** Sends a notification that belongs to this request. Failing to do so is nobody's fault and is ignored. */
  notify(method: string, params: JsonObject): void;
  /** The logs that a request of the stateless revision asks for, where its envelope is no longer in the parameters. */
  readonly logLevel?: LogLevel | undefined;
  /** Ends the stream that the answer would go out on; the client comes back for it. Only where that is possible. */
  readonly closeStream?: () => void;
}

/** The same as handlers get it. */
export interface HandlerContext extends RequestContext {
  /**
   * Tells the client, if it wants to hear of this level. Only while the request is being answered, and only if the server
   * has its `logging` option on. `data` is any JSON value; `logger` says who speaks.
   */
  log(level: LogLevel, data: unknown, logger?: string): void;
}
