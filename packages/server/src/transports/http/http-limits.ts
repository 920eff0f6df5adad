/** How much of anything the HTTP transport takes, keeps and waits for. */
import { ServerError } from '../../server-error.ts';
import { MAX_TIMER_MS } from '../../dispatch/time-limit.ts';

export interface HttpLimits {
  /** A longer body is not read to its end (4 MiB). */
  readonly bodyBytes: number;
  /** A body has to be there within this time, however it trickles (30 s). */
  readonly bodyMs: number;
  /** The same for the request's head (10 s). */
  readonly headMs: number;
  readonly headBytes: number;
  readonly headFields: number;
  /** How long an idle connection is kept; longer than the 60 s that proxies keep theirs. */
  readonly keepAliveMs: number;
  /** A connection on which nothing moves is cut, in the middle of an answer too (330 s: longer than a tool may run). */
  readonly stalledMs: number;
  /** Requests taken at once; more are told to come back (4096). */
  readonly inFlight: number;
  /** Messages that wait for a client which reads too slowly, per stream; one more closes it (100). */
  readonly queuedMessages: number;
  /** Events kept for clients that come back, per session (500, and 1 MiB). */
  readonly keptEvents: number;
  readonly keptBytes: number;
  /** A comment goes out on each open stream this often, so that nobody on the way takes it for dead (30 s). */
  readonly heartbeatMs: number;
  /** A request not answered by then becomes a stream, with heartbeats, that its client can resume (2 s). */
  readonly streamAfterMs: number;
  /** `subscriptions/listen` streams open at once (1024). */
  readonly subscriptions: number;
  /** How long the readiness check may take (2 s). */
  readonly readinessMs: number;
}

const DEFAULTS: HttpLimits = {
  bodyBytes: 4 << 20,
  bodyMs: 30_000,
  headMs: 10_000,
  headBytes: 16 << 10,
  headFields: 100,
  keepAliveMs: 65_000,
  stalledMs: 330_000,
  inFlight: 4096,
  queuedMessages: 100,
  keptEvents: 500,
  keptBytes: 1 << 20,
  heartbeatMs: 30_000,
  streamAfterMs: 2000,
  subscriptions: 1024,
  readinessMs: 2000,
};

/** Fills in the defaults. Throws a ServerError that names the limit which cannot be used. */
export function resolveLimits(given: Partial<HttpLimits> = {}): HttpLimits {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  const limits: HttpLimits = { ...DEFAULTS, ...Object.fromEntries(set) };
  for (const [name, value] of Object.entries(limits)) {
    if (Number.isInteger(value) && value >= 1 && value <= MAX_TIMER_MS) continue;
    throw new ServerError('INVALID_OPTIONS', `Limit ${name} must be a whole number from 1 to ${MAX_TIMER_MS}.`);
  }
  return limits;
}
