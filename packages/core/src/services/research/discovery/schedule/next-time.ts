/** When a schedule comes round again. */
import { Cron } from 'croner';
import type { Schedule } from '../../queries/query-record.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** How much of its period a run may come earlier or later, so that a thousand sources do not come in one second. */
const JITTER = 0.1;
const MOST_JITTER_MS = HOUR_MS / 2;
/** A time of the clock is not come before. */
const CRON_JITTER_MS = 5 * 60_000;

/** Without jitter. Of a cron in a zone whose clock skips the time, the first moment after the gap. Null when it never comes. */
export function nextTime(schedule: Schedule, after: number): number | null {
  if ('every_hours' in schedule) return after + schedule.every_hours * HOUR_MS;
  const pattern = new Cron(schedule.cron, { timezone: schedule.zone, mode: '5-part', paused: true });
  return pattern.nextRun(new Date(after))?.getTime() ?? null;
}

/** `random`: 0–1. */
export function nextRun(schedule: Schedule, after: number, random: number): number | null {
  const next = nextTime(schedule, after);
  if (next === null) return null;
  if ('cron' in schedule) return Math.round(next + random * CRON_JITTER_MS);
  return Math.round(next + (2 * random - 1) * Math.min(MOST_JITTER_MS, (next - after) * JITTER));
}

/** Who fails is put off for a day whatever the schedule says: up to then a time may be meant. */
export const SURELY_MEANT_MS = Math.round(DAY_MS * (1 + JITTER));

/** The latest time that a schedule could mean now: what is later was written down while the clock was ahead. Null where none ever comes. */
export function latestBySchedule(now: number): (schedule: Schedule) => number | null {
  const known = new Map<string, number | null>();
  return (schedule) => {
    const key = JSON.stringify(schedule);
    const found = known.get(key);
    if (found !== undefined) return found;
    const next = nextTime(schedule, now);
    const latest = next === null ? null : Math.max(next + MOST_JITTER_MS, now + SURELY_MEANT_MS);
    known.set(key, latest);
    return latest;
  };
}

/** After so many failures in a row, with jitter. */
export function backoff(failures: number, random: number): number {
  const pause = Math.min(DAY_MS, 2 ** failures * HOUR_MS);
  return Math.round(pause * (1 + (2 * random - 1) * JITTER));
}
