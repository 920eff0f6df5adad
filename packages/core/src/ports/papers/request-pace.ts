/**
 * How fast a service may be asked by all processes of a store together. Whoever asks one that has such limits takes a turn before each
 * request and leaves it afterwards, with what the service said of its limits.
 */
export interface PaceRules {
  /** Between the beginnings of two requests. */
  readonly minIntervalMs: number;
  /** How many may be under way. Where it is one, the interval is kept from the end of a request to the beginning of the next. */
  readonly concurrency: number;
  /** What may be spent in a day, in the service's own unit: requests, millionths of a dollar. */
  readonly perDay?: number;
}

/** What a service said of its limits. The slower of this and the rules counts. */
export interface LearnedPace {
  readonly minIntervalMs?: number;
  readonly concurrency?: number;
  readonly budget?: { readonly left: number; readonly resetsAt: number };
}

export interface PaceOutcome {
  /** It wants to be left alone: for so long, where it said. */
  readonly refused?: { readonly retryAfterMs?: number };
  /** No answer came, or none that is one: it took too long, broke off, could not be reached, or told of a fault of its own. */
  readonly failed?: true;
  /** The request was given up before anybody could know. */
  readonly givenUp?: true;
  readonly learned?: LearnedPace;
}

export interface PaceTurn {
  /** For a further request that this one led to, at the same host. */
  again(): Promise<void>;
  /** Once, when the answer is there or will not come. */
  leave(outcome?: PaceOutcome): Promise<void>;
}

export interface PaceStanding {
  /** When it may be asked again; null for now. */
  readonly restsUntil: number | null;
  /** In the unit of the rules; null where nothing is counted. */
  readonly budget: { readonly spent: number; readonly left: number | null; readonly resetsAt: number } | null;
}

export interface PaceRequest {
  readonly host: string;
  readonly rules: PaceRules;
  /** What the request costs of the budget; 1 unless given. */
  readonly cost?: number;
  readonly signal?: AbortSignal;
}

/**
 * Contract: requests to a host begin no faster than its rules, whichever processes of the store make them, and none begins while the host
 * asked to be left alone or the budget of the day is spent. A turn of a process that died is given back after a while. `enter` waits for what
 * is short; what is long fails at once with UPSTREAM_RATE_LIMITED and `retryAfterMs`, and with UPSTREAM_FAILED where the host has
 * failed several times in a row. CANCELLED when the signal fires.
 */
export interface RequestPace {
  enter(request: PaceRequest): Promise<PaceTurn>;
  standing(host: string): Promise<PaceStanding>;
}
