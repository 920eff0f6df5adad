import type { Caller } from '../guards/guard.ts';
import type { ServerLogger } from '../server-logger.ts';

/** What belongs to one subscription to a resource. */
export interface WatchContext {
  /** Who wants to hear of it. */
  readonly caller: Caller;
  readonly logger: ServerLogger;
  /** Aborted when the subscription ends, for whatever reason. */
  readonly signal: AbortSignal;
}
