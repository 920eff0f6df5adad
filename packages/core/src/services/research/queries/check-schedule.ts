/** Whether a schedule can be kept: its cron is one, fires again, not all the time, and its zone exists. */
import { Cron } from 'croner';
import { invalidField } from '../../../errors/index.ts';
import type { Schedule } from './query-record.ts';

const HOUR_MS = 3_600_000;
/** Nobody's field has something new more often, and who is asked has others to answer. */
const LEAST_MS = HOUR_MS;
const LOOKED_AT = 50;
const [LEAST_HOURS, MOST_HOURS] = [1, 8784];

/** `now` is what "again" is counted from. */
export function checkSchedule(schedule: Schedule, now: number): Schedule {
  if ('every_hours' in schedule) return checkHours(schedule);
  const zone = checkZone(schedule.zone);
  const pattern = readPattern(schedule.cron.trim(), zone);
  const times = pattern.nextRuns(LOOKED_AT, new Date(now)).map((date) => date.getTime());
  if (times.length === 0) throw invalidField('schedule.cron', 'never fires', 'Is there such a day in that month?');
  if (times.some((at, i) => i > 0 && at - (times[i - 1] as number) < LEAST_MS))
    throw invalidField('schedule.cron', 'fires more than once an hour', 'Give a fixed minute, such as "0 6 * * *".');
  return { cron: schedule.cron.trim(), zone };
}

function checkHours(schedule: { readonly every_hours: number }): Schedule {
  const { every_hours: hours } = schedule;
  if (Number.isInteger(hours) && hours >= LEAST_HOURS && hours <= MOST_HOURS) return { every_hours: hours };
  throw invalidField('schedule.every_hours', `must be a whole number from ${LEAST_HOURS} to ${MOST_HOURS}`);
}

/** As the IANA calls it. */
function checkZone(given: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given.trim() }).resolvedOptions().timeZone;
  } catch {
    throw invalidField('schedule.zone', 'is no time zone', 'Name one as IANA does: Europe/Berlin, UTC.');
  }
}

function readPattern(cron: string, timezone: string): Cron {
  try {
    return new Cron(cron, { timezone, mode: '5-part', paused: true });
  } catch {
    throw invalidField('schedule.cron', 'is no cron expression of five parts', 'Such as "0 6 * * 1": Mondays at six.');
  }
}
