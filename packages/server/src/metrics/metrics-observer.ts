/** How a request went, as the ledger of the server sees it. */
export type RequestOutcome = 'ok' | 'protocol_error' | 'tool_error' | 'cancelled';

export interface FinishedRequest {
  readonly method: string;
  /** The tool that a call named, whether there is one of that name or not. */
  readonly tool?: string | undefined;
  readonly seconds: number;
  readonly outcome: RequestOutcome;
}

/** Told of each request once, when it is done. Must not throw. */
export interface MetricsObserver {
  requestDone(request: FinishedRequest): void;
}
