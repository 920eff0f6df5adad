/**
 * What a run means for the next one:
 *
 *   it answered ──────────── as the schedule says; failures are forgotten
 *   it failed ────────────── 2, 4, 8 … hours later, at most a day
 *   eight times in a row ─── off, with the reason. Where the other side was at fault (away, broken, too busy), it is looked at
 *                            once a day, and comes back by itself with the first answer; where it can only be set right
 *                            here (a setting, a name, a login), it waits for somebody to run it by hand
 *   it may not be asked ──── no failure: it waits
 */
import type { ErrorCode } from '../../../../errors/index.ts';
import type { RunRecord } from '../store/run-record.ts';
import type { ScheduleRecord } from '../store/schedule-record.ts';
import { backoff, DAY_MS, nextRun } from './next-time.ts';

export const MOST_FAILURES = 8;

/** Nothing that we do helps. */
const PASSING: ReadonlySet<string> = new Set<ErrorCode>([
  'UPSTREAM_FAILED',
  'UPSTREAM_RATE_LIMITED',
  'RATE_LIMITED',
  'TIMEOUT',
  'NETWORK_OFF',
]);

type Ended = Pick<RunRecord, 'status' | 'started_at' | 'error' | 'retry_at' | 'found'>;

export function afterRun(before: ScheduleRecord, run: Ended, now: number, random: number): ScheduleRecord {
  const begun = { ...before, begun_at: run.started_at };
  if (run.status === 'off') return begun;
  const regular = nextRun(before.schedule, run.started_at, random);
  const next = regular === null ? null : Math.max(regular, now);
  if (run.error === null) return { ...begun, failures: 0, off: null, off_since: null, next_run: next };
  const failures = before.failures + 1;
  const isPassing = PASSING.has(run.error.code);
  const later = Math.max(now + backoff(failures, random), run.retry_at ?? 0);
  if (failures < MOST_FAILURES) return { ...begun, failures, next_run: later };
  const off = `Switched off after ${failures} failures in a row. ${run.error.message} ${isPassing ? COMES_BACK : STAYS}`;
  const probe = Math.max(now + DAY_MS, later);
  return { ...begun, failures, off, off_since: before.off_since ?? now, next_run: isPassing ? probe : null };
}

const COMES_BACK = 'It is looked at once a day, and comes back by itself when it answers.';
const STAYS = 'Set that right, then run it by hand: it comes back when that ends well.';
