/**
 * How a call over the network can fail, by kind. Nothing of the other side's words or of its address is kept: whoever
 * turns this into an error for a reader says in our own words what to do.
 */
export type FailureKind =
  /** No connection: nobody listens there, the name cannot be resolved just now, the certificate is wrong. */
  | 'unreachable'
  /** There is no such name. */
  | 'unknown host'
  /** The connection ended before the answer did. */
  | 'cut'
  /** The time limit passed. */
  | 'slow'
  | 'cancelled'
  /** The answer is longer than the limit; the rest was not read. */
  | 'too large'
  /** The answer is not what it should be: not JSON, or not packed as it says. */
  | 'garbage'
  /** The user allows no such host. */
  | 'not allowed'
  /** The host has an address that nobody may be led to. */
  | 'private'
  /** It points to another place, or round in circles. */
  | 'redirected'
  /** It answered with a status that is no success. */
  | 'status';

export interface FailureFacts {
  readonly status?: number;
  /** What the other side asked for. */
  readonly retryAfterMs?: number;
  /** The answer that came with the status was a JSON object. */
  readonly explained?: boolean;
}

const TRANSIENT_STATUS = new Set([408, 425, 429, 500, 502, 503, 504]);

export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly kind: FailureKind;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly explained: boolean;

  constructor(kind: FailureKind, facts: FailureFacts = {}) {
    super(facts.status === undefined ? kind : `${kind} ${facts.status}`);
    this.kind = kind;
    this.status = facts.status;
    this.retryAfterMs = facts.retryAfterMs;
    this.explained = facts.explained ?? false;
  }

  /** The same call may well succeed a moment later. One that took all of its time is not worth as much again at once. */
  get isTransient(): boolean {
    if (this.kind === 'status') return TRANSIENT_STATUS.has(this.status ?? 0);
    return this.kind === 'unreachable' || this.kind === 'cut';
  }
}
