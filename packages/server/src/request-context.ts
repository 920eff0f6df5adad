import type { Era, JsonObject, RequestId } from './protocol.ts';
import type { ServerLogger } from './server-logger.ts';
import type { Session } from './session.ts';

/** What belongs to one request, whichever way it came in. */
export interface RequestContext {
  readonly session: Session;
  readonly era: Era;
  /** `undefined` when the caller gave none. */
  readonly requestId: RequestId | undefined;
  /** Aborted when the answer is no longer wanted. */
  readonly signal: AbortSignal;
  /** Every line carries the request's id. */
  readonly logger: ServerLogger;
  /** Sends a notification that belongs to this request. Failing to do so is nobody's fault and is ignored. */
  notify(method: string, params: JsonObject): void;
}
