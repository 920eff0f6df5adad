/** What becomes of a run that could not go on: what it had taken stays, and the record says why and what would help. */
import { toZapomniError, type ErrorCode } from '../../../../errors/index.ts';
import type { OpenedSource } from '../finders/opened-source.ts';
import type { RunRecord } from '../store/run-record.ts';
import type { RunState } from '../words.ts';

const STATES: Readonly<Partial<Record<ErrorCode, RunState>>> = {
  UPSTREAM_RATE_LIMITED: 'rate_limited',
  NETWORK_OFF: 'off',
  CANCELLED: 'cancelled',
};

type Told = Pick<RunRecord, 'status' | 'error' | 'retry_at' | 'key_setting'>;

export function failureOf(thrown: unknown, opened: OpenedSource, pages: number, now: number): Told {
  const { code, message, hint, retryAfterMs } = toZapomniError(thrown);
  const status = STATES[code] ?? (pages > 0 ? 'partial' : 'error');
  const wantsKey = status === 'rate_limited' || code === 'INVALID_CONFIG';
  return {
    status,
    error: { code, message: message.includes(hint) ? message : `${message} ${hint}` },
    retry_at: retryAfterMs === undefined ? null : now + retryAfterMs,
    key_setting: wantsKey ? opened.keySetting : null,
  };
}

/** What has nothing to do with the source ends the work, which is tried again. */
export function isOurs(thrown: unknown): boolean {
  const { code } = toZapomniError(thrown);
  return code.startsWith('STORE_') || code === 'INTERNAL';
}
