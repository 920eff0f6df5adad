/** What became of asking one source: never silence, and never an empty list in the place of a failure. */
import { toZapomniError, type ErrorCode } from '../../../errors/index.ts';
import type { PaperSource, PaperSourceName } from '../../../ports/index.ts';

/** `partial`: some of it failed, or what it said was kept from an earlier time because it cannot be asked now. */
export type SourceState = 'ok' | 'partial' | 'rate_limited' | 'off' | 'error';

export interface SourceReport {
  readonly source: PaperSourceName;
  readonly status: SourceState;
  /** How many answers it gave. */
  readonly count: number;
  /** Why it gave none, or not all, and what would help. */
  readonly reason?: string;
  readonly code?: ErrorCode;
  /** When it may be asked again, where that is known. */
  readonly until?: number;
  /** The setting of a key that would help. */
  readonly key?: string;
  /** Of when the answer is, where it is an old one. */
  readonly staleSince?: number;
}

export function answered(source: PaperSource, count: number, staleSince: number | undefined): SourceReport {
  if (staleSince === undefined) return { source: source.name, status: 'ok', count };
  const reason = 'It cannot be asked now; this is what it said earlier.';
  return { source: source.name, status: 'partial', count, reason, staleSince };
}

/** Nothing was asked, whatever it would have been. */
export function switchedOff({ name }: PaperSource): SourceReport {
  const reason = `It is off. Name \`${name}\` in ZAPOMNI_PAPER_SOURCES to allow it.`;
  return { source: name, status: 'off', count: 0, reason, code: 'NETWORK_OFF' };
}

export function failed(source: PaperSource, error: unknown, now: number): SourceReport {
  const { code, message, hint, retryAfterMs } = toZapomniError(error);
  const status = STATES[code] ?? 'error';
  const key = status === 'rate_limited' || code === 'INVALID_CONFIG' ? missingKey(source) : undefined;
  return {
    source: source.name,
    status,
    count: 0,
    reason: message.includes(hint) ? message : `${message} ${hint}`,
    code,
    ...(retryAfterMs === undefined ? {} : { until: now + retryAfterMs }),
    ...(key === undefined ? {} : { key }),
  };
}

const STATES: Readonly<Partial<Record<ErrorCode, SourceState>>> = {
  UPSTREAM_RATE_LIMITED: 'rate_limited',
  NETWORK_OFF: 'off',
};

function missingKey({ about }: PaperSource): string | undefined {
  return about.key && !about.key.isSet ? about.key.setting : undefined;
}

const GRAVITY: readonly SourceState[] = ['error', 'rate_limited', 'partial', 'off', 'ok'];

/** Of a source that was asked several things what came of the worst, so that no failure is hidden by what went well. */
export function gravestOfEach(asked: readonly (readonly SourceReport[])[]): SourceReport[] {
  const worst = new Map<string, SourceReport>();
  for (const report of asked.flat()) {
    const before = worst.get(report.source);
    if (!before || GRAVITY.indexOf(report.status) < GRAVITY.indexOf(before.status)) worst.set(report.source, report);
  }
  return [...worst.values()];
}
