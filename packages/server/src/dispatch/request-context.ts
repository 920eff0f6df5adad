import type { ClientAnswers } from '../client/client-answers.ts';
import type { ClientSide } from '../client/client-side.ts';
import type { Caller } from '../guards/guard.ts';
import type { Era, JsonObject, LogLevel, RequestId } from '../protocol/protocol.ts';
import type { ServerLogger } from '../server-logger.ts';
import type { Session } from '../connection/session.ts';

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
  /** Whom to ask, and what they answered. Without it the client can be asked nothing. */
  readonly client?: ClientSide | undefined;
}

/** What a handler knows of its client each time it is run for one request. */
export interface Round {
  /** What the client says that it can do, as the protocol has it: `{ elicitation: { form: {} }, roots: {} }`. */
  readonly clientCapabilities: JsonObject;
  /** What it answered to earlier rounds of `inputRequired`, by the names they were asked under. */
  readonly answers: ClientAnswers;
  /** What the last round wanted to be carried along. */
  readonly carried: unknown;
}

/** The same as handlers get it. */
export interface HandlerContext extends RequestContext, Round {
  /** Tells the client how far the work is, if it asked to know. Only growing values of `done` are sent. */
  progress(done: number, total?: number, message?: string): void;
  /**
   * Tells the client, if it wants to hear of this level. Only while the request is being answered, and only if the server
   * has its `logging` option on. `data` is any JSON value; `logger` says who speaks.
   */
  log(level: LogLevel, data: unknown, logger?: string): void;
}
