import type { Session } from '../connection/session.ts';
import type { JsonObject } from '../protocol/protocol.ts';

/** How a request went, as the ledger of the server sees it. */
export type RequestOutcome = 'ok' | 'protocol_error' | 'tool_error' | 'cancelled';

/** Who asks: the name that the client gave itself, and whom its token says it is. */
export interface Asker {
  readonly client?: string | undefined;
  readonly subject?: string | undefined;
  readonly session?: Session | undefined;
}

export interface FinishedRequest extends Asker {
  readonly method: string;
  /** The tool that a call named, whether there is one of that name or not. */
  readonly tool?: string | undefined;
  readonly seconds: number;
  readonly outcome: RequestOutcome;
  /** What was asked and answered, to be looked at and not to be kept. */
  readonly params?: JsonObject | undefined;
  readonly result?: JsonObject | undefined;
}

/** Told of each request once, when it is done. Must not throw. */
export interface MetricsObserver {
  requestDone(request: FinishedRequest): void;
}
